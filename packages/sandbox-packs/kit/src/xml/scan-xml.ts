/**
 * A strict scanner of XML 1.0 on saxes: every document it takes is well-formed.
 * @see https://www.w3.org/TR/xml/
 * @module
 */
import { SaxesParser } from 'saxes';
import { PackFormatError, PackInputError, PackLimitError } from '../errors.js';
import { PACK_XML_MAX_DEPTH } from '../limits.js';
import { findForbidden } from './characters.js';
import { readDoctype } from './doctype.js';
import { explain } from './scan-fault.js';

/** What a scan tells, in document order. */
export interface XmlHandler {
  onOpen(name: string, attributes: ReadonlyMap<string, string>): void;
  onText(text: string): void;
  onClose(name: string): void;
  /** A processing instruction, with its place in the text. */
  onInstruction?(target: string, data: string, start: number, end: number): void;
  /** A document type, with its place in the text and the declarations it has. */
  onDoctype?(declarations: readonly string[], start: number, end: number): void;
}

/** Options of {@link scanXml}. */
export interface ScanXmlOptions {
  /**
   * `"refuse"` (default) any document type; `"skip"` one that only points elsewhere (it is never fetched);
   * `"internal"` also one with declarations: they go to `onDoctype`, and references to them stay as written.
   */
  doctype?: 'refuse' | 'skip' | 'internal';
  /** Characters of named references beyond the five of XML. */
  entities?: Pick<ReadonlyMap<string, string>, 'get'>;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Scans XML text whose line breaks are LF.
 * @throws {PackFormatError} `<id>.bad-format` with line and column
 * @throws {PackLimitError} `<id>.too-deep`
 * @throws {PackInputError} `<id>.unsupported` for a document type that is not asked for
 */
export function scanXml(
  where: string,
  label: string,
  text: string,
  handler: XmlHandler,
  options: ScanXmlOptions = {},
): void {
  new Scan(where, label, text, handler, options).run();
}

class Scan {
  // Otherwise a document that says it is XML 1.1 could hold what 1.0 forbids.
  readonly #parser = new SaxesParser({
    xmlns: false,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  #depth = 0;
  #closed = '';
  #told = 0;
  #hasDeclarations = false;

  constructor(
    readonly where: string,
    readonly label: string,
    readonly text: string,
    readonly handler: XmlHandler,
    readonly options: ScanXmlOptions,
  ) {}

  run(): void {
    this.#checkCharacters();
    this.#listen();
    this.#parser.write(this.text).close();
  }

  // The parser takes half a surrogate pair together with the character behind it, and leaves out a byte order mark.
  #checkCharacters(): void {
    const at = findForbidden(this.text);
    if (at !== -1) {
      const code = this.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
      throw this.#malformed(`the character U+${code} is not allowed in XML`, at);
    }
    if (this.text.startsWith('\ufeff')) throw this.#malformed('text stands outside the root element', 0);
  }

  // Seven listeners at most: with the eighth, V8 makes a slow dictionary of the parser (measured: five times the time).
  #listen(): void {
    const parser = this.#parser;
    const { handler, options } = this;
    parser.on('error', ({ message }) => this.#onError(message));
    parser.on('doctype', (doctype) => this.#onDoctype(parser.position - doctype.length - '<!DOCTYPE>'.length));
    if (handler.onInstruction) {
      parser.on('processinginstruction', ({ target, body }) => {
        const end = parser.position;
        const head = this.text.slice(0, end - body.length - '?>'.length).trimEnd();
        handler.onInstruction?.(target, body, head.length - target.length - '<?'.length, end);
      });
    }
    parser.on('opentag', ({ name, attributes }) => this.#onOpen(name, attributes));
    parser.on('closetag', ({ name }) => {
      this.#depth -= 1;
      this.#closed = name;
      this.#tell();
      handler.onClose(name);
    });
    parser.on('text', (text) => {
      if (this.#depth > 0) handler.onText(text);
    });
    parser.on('cdata', (text) => {
      this.#tell();
      handler.onText(text);
    });
    const { entities } = options;
    if (!entities) return;
    parser.ENTITIES = new Proxy(parser.ENTITIES, {
      get: (five, name) => (typeof name === 'string' ? (five[name] ?? entities.get(name)) : undefined),
    });
  }

  #tell(): void {
    this.#told = this.#parser.position;
  }

  #onOpen(name: string, given: Record<string, string>): void {
    this.#depth += 1;
    this.#tell();
    if (this.#depth > PACK_XML_MAX_DEPTH) {
      throw new PackLimitError(
        this.where,
        'too-deep',
        `${this.label} nests elements deeper than ${PACK_XML_MAX_DEPTH}`,
        'Flatten it',
        'PACK_XML_MAX_DEPTH',
      );
    }
    this.handler.onOpen(name, mapOf(given));
  }

  // The parser finds the end of a document type and does not check it.
  #onDoctype(start: number): void {
    this.#tell();
    const allowed = this.options.doctype ?? 'refuse';
    const found = readDoctype(this.text, start);
    if (found?.end !== this.#told) throw this.#malformed('the document type is not valid', start);
    if (allowed === 'refuse' || (allowed === 'skip' && found.declarations)) {
      throw new PackInputError(
        this.where,
        'unsupported',
        `${this.label} has a document type (DTD)`,
        'Take the DOCTYPE out',
      );
    }
    this.#hasDeclarations = found.declarations !== undefined;
    this.handler.onDoctype?.(found.declarations ?? [], start, found.end);
  }

  #onError(reason: string): void {
    // The parser goes on with the reference as written.
    if (reason === 'undefined entity.' && this.#hasDeclarations) return;
    const { what, at } = explain({
      reason,
      text: this.text,
      position: this.#parser.position,
      told: this.#told,
      closed: this.#closed,
      isDone: this.#depth === 0 && this.#closed !== '',
    });
    throw this.#malformed(what, at);
  }

  #malformed(what: string, at: number): PackFormatError {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    return new PackFormatError(
      this.where,
      'bad-format',
      `${this.label} is not well-formed XML: line ${line}, column ${column}: ${what}`,
      'Mend the XML',
    );
  }
}

function mapOf(attributes: Record<string, string>): ReadonlyMap<string, string> {
  let map: Map<string, string> | undefined;
  for (const name in attributes) {
    map ??= new Map();
    map.set(name, attributes[name] ?? '');
  }
  return map ?? NO_ATTRIBUTES;
}
