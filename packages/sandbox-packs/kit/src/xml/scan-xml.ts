/**
 * A strict scanner of XML 1.0: every document it takes is well-formed.
 *
 * It is ours because the validator of the library takes many texts that are not, and its tree cannot hold an element
 * named `__proto__`.
 *
 * @see https://www.w3.org/TR/xml/
 * @module
 */
import { PackFormatError, PackInputError, PackLimitError } from '../errors.js';
import { PACK_XML_MAX_DEPTH } from '../limits.js';
import { findForbidden, isXmlCharacter, NAME } from './characters.js';
import { readDoctype } from './doctype.js';

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

const FIVE: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const DECLARATION =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.[0-9]+\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/y;
const SPACE = /[ \t\n]*/y;
const REFERENCE = /&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|([^\s&;<>"'#][^\s&;<>"']*));/y;

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
  const forbidden = findForbidden(text);
  const scanner = new Scanner(where, label, text, handler, options);
  if (forbidden !== -1) {
    const code = text.charCodeAt(forbidden).toString(16).toUpperCase().padStart(4, '0');
    throw scanner.malformed(`the character U+${code} is not allowed in XML`, forbidden);
  }
  scanner.run();
}

class Scanner {
  #at = 0;
  #doctype: 'none' | 'external' | 'internal' = 'none';
  readonly #open: string[] = [];

  constructor(
    readonly where: string,
    readonly label: string,
    readonly text: string,
    readonly handler: XmlHandler,
    readonly options: ScanXmlOptions,
  ) {}

  run(): void {
    if (/^<\?xml[ \t\n?]/.test(this.text) && this.#match(DECLARATION) === undefined) {
      throw this.malformed('the XML declaration is not valid', 0);
    }
    this.#misc(true);
    if (this.#at >= this.text.length) throw this.malformed('the text has no root element', this.#at);
    this.#element();
    while (this.#open.length > 0) this.#content();
    this.#misc(false);
    if (this.#at < this.text.length) throw this.malformed('something follows the root element', this.#at);
  }

  malformed(what: string, at: number): PackFormatError {
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

  /** Comments, instructions and space around the root. */
  #misc(isProlog: boolean): void {
    for (;;) {
      this.#match(SPACE);
      if (this.text.startsWith('<!--', this.#at)) this.#comment();
      else if (this.text.startsWith('<?', this.#at)) this.#instruction();
      else if (isProlog && this.#doctype === 'none' && this.text.startsWith('<!DOCTYPE', this.#at)) this.#skipDoctype();
      else return;
    }
  }

  #content(): void {
    const next = this.text.indexOf('<', this.#at);
    if (next === -1) throw this.malformed(`<${this.#open.at(-1)}> is never closed`, this.text.length);
    if (next > this.#at) {
      const run = this.text.slice(this.#at, next);
      const end = run.indexOf(']]>');
      if (end !== -1) throw this.malformed(']]> stands in text', this.#at + end);
      this.handler.onText(this.#decode(run, this.#at));
      this.#at = next;
    }
    const second = this.text[next + 1];
    if (second === '/') this.#endTag();
    else if (second === '?') this.#instruction();
    else if (second !== '!') this.#element();
    else if (this.text.startsWith('<!--', next)) this.#comment();
    else if (this.text.startsWith('<![CDATA[', next)) {
      const end = this.#find(']]>', next + 9, 'a CDATA section is never closed');
      this.handler.onText(this.text.slice(next + 9, end));
      this.#at = end + 3;
    } else throw this.malformed('this is no tag', next);
  }

  #element(): void {
    const start = this.#at;
    if (this.text[start] !== '<') throw this.malformed('text stands outside the root element', start);
    this.#at += 1;
    const name = this.#match(NAME);
    if (name === undefined) throw this.malformed('a name must follow <', start);
    const attributes = this.#attributes(name);
    const isEmpty = this.text[this.#at] === '/';
    this.#at += isEmpty ? 1 : 0;
    if (this.text[this.#at] !== '>') throw this.malformed(`the tag <${cut(name)}> is not closed by >`, this.#at);
    this.#at += 1;
    if (this.#open.length >= PACK_XML_MAX_DEPTH) {
      throw new PackLimitError(
        this.where,
        'too-deep',
        `${this.label} nests elements deeper than ${PACK_XML_MAX_DEPTH}`,
        'Flatten it',
        'PACK_XML_MAX_DEPTH',
      );
    }
    this.handler.onOpen(name, attributes);
    if (isEmpty) this.handler.onClose(name);
    else this.#open.push(name);
  }

  #attributes(element: string): ReadonlyMap<string, string> {
    let attributes: Map<string, string> | undefined;
    for (;;) {
      const hasSpace = this.#match(SPACE) !== '';
      const start = this.#at;
      const first = this.text[start];
      if (first === '>' || first === '/' || first === undefined) return attributes ?? NO_ATTRIBUTES;
      const name = this.#match(NAME);
      if (name === undefined || !hasSpace) throw this.malformed(`an attribute of <${cut(element)}> must begin`, start);
      this.#match(SPACE);
      if (this.text[this.#at] !== '=') throw this.malformed(`the attribute ${cut(name)} has no value`, start);
      this.#at += 1;
      this.#match(SPACE);
      const quote = this.text[this.#at];
      if (quote !== '"' && quote !== "'") {
        throw this.malformed(`the value of the attribute ${cut(name)} is not in quotes`, this.#at);
      }
      const end = this.#find(quote, this.#at + 1, `the value of the attribute ${cut(name)} is never closed`);
      const value = this.text.slice(this.#at + 1, end);
      if (value.includes('<')) throw this.malformed(`the value of the attribute ${cut(name)} has <`, start);
      if (attributes?.has(name)) throw this.malformed(`the attribute ${cut(name)} stands twice`, start);
      attributes ??= new Map();
      attributes.set(name, this.#decode(value.replace(/[\t\n]/g, ' '), this.#at + 1));
      this.#at = end + 1;
    }
  }

  #endTag(): void {
    const start = this.#at;
    this.#at += 2;
    const name = this.#match(NAME) ?? '';
    this.#match(SPACE);
    const open = this.#open.pop() ?? '';
    if (name !== open) throw this.malformed(`</${cut(name)}> closes <${cut(open)}>`, start);
    if (this.text[this.#at] !== '>') throw this.malformed(`the tag </${cut(name)}> is not closed by >`, start);
    this.#at += 1;
    this.handler.onClose(name);
  }

  #comment(): void {
    const end = this.#find('--', this.#at + 4, 'a comment is never closed');
    if (this.text[end + 2] !== '>') throw this.malformed('-- stands in a comment', end);
    this.#at = end + 3;
  }

  #instruction(): void {
    const start = this.#at;
    this.#at += 2;
    const target = this.#match(NAME);
    if (target === undefined || /^xml$/i.test(target)) {
      throw this.malformed('this is no processing instruction', start);
    }
    const end = this.#find('?>', this.#at, 'a processing instruction is never closed');
    if (end > this.#at && this.#match(SPACE) === '') {
      throw this.malformed('a space must follow the name of an instruction', this.#at);
    }
    this.handler.onInstruction?.(target, this.text.slice(this.#at, end), start, end + 2);
    this.#at = end + 2;
  }

  #skipDoctype(): void {
    const allowed = this.options.doctype ?? 'refuse';
    const found = readDoctype(this.text, this.#at);
    if (!found) throw this.malformed('the document type is not valid', this.#at);
    if (allowed === 'refuse' || (allowed === 'skip' && found.declarations)) {
      throw new PackInputError(
        this.where,
        'unsupported',
        `${this.label} has a document type (DTD)`,
        'Take the DOCTYPE out',
      );
    }
    this.#doctype = found.declarations ? 'internal' : 'external';
    this.handler.onDoctype?.(found.declarations ?? [], this.#at, found.end);
    this.#at = found.end;
  }

  #decode(raw: string, offset: number): string {
    let at = raw.indexOf('&');
    if (at === -1) return raw;
    let decoded = '';
    let from = 0;
    while (at !== -1) {
      REFERENCE.lastIndex = at;
      const match = REFERENCE.exec(raw);
      if (!match) throw this.malformed('& does not begin a reference: write &amp;', offset + at);
      decoded += raw.slice(from, at) + this.#reference(match, offset + at);
      from = REFERENCE.lastIndex;
      at = raw.indexOf('&', from);
    }
    return decoded + raw.slice(from);
  }

  #reference([whole, decimal, hexadecimal, name = '']: RegExpExecArray, at: number): string {
    const digits = decimal ?? hexadecimal;
    if (digits !== undefined) {
      const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
      if (!isXmlCharacter(code)) throw this.malformed(`${cut(whole)} is no character of XML`, at);
      return String.fromCodePoint(code);
    }
    const value = FIVE.get(name) ?? this.options.entities?.get(name);
    if (value !== undefined) return value;
    if (this.#doctype === 'internal') return whole;
    throw this.malformed(`the entity ${cut(whole)} is not declared`, at);
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #find(what: string, from: number, otherwise: string): number {
    const at = this.text.indexOf(what, from);
    if (at === -1) throw this.malformed(otherwise, this.#at);
    return at;
  }
}

function cut(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
