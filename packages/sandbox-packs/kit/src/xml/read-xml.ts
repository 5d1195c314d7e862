import { PackLimitError } from '../errors.js';
import { PACK_XML_MAX_NODES } from '../limits.js';
import { type ScanXmlOptions, scanXml } from './scan-xml.js';
import { toXmlText } from './xml-text.js';

/** One element. */
export interface XmlElement {
  /** As written, with its prefix. */
  name: string;
  /** Without its prefix. */
  local: string;
  /** By name as written. */
  attributes: ReadonlyMap<string, string>;
  /** Elements and text in document order; neighbouring pieces of text are one. */
  children: (XmlElement | string)[];
}

/**
 * Reads an XML document of a file: at most 256 levels and 1 000 000 elements, attributes and pieces of text.
 * Bytes may be UTF-8 or UTF-16. References are decoded, comments and instructions are left out, space is kept.
 *
 * @param label - names the document in errors, such as `word/document.xml`
 * @throws {PackFormatError} `<id>.bad-format` with line and column
 * @throws {PackLimitError} `<id>.too-deep`, `<id>.too-many`
 * @throws {PackInputError} `<id>.unsupported` for a DTD and for other encodings
 * @example
 * const root = readXml('pptx.extractText', 'ppt/presentation.xml', bytes);
 */
export function readXml(
  where: string,
  label: string,
  input: string | Uint8Array,
  options: ScanXmlOptions = {},
): XmlElement {
  const document: XmlElement = { name: '', local: '', attributes: new Map(), children: [] };
  const stack = [document];
  let current = document;
  let count = 0;
  const add = (nodes: number): void => {
    count += nodes;
    if (count <= PACK_XML_MAX_NODES) return;
    throw new PackLimitError(
      where,
      'too-many',
      `${label} has more than ${PACK_XML_MAX_NODES} elements, attributes and pieces of text`,
      'Split it',
      'PACK_XML_MAX_NODES',
    );
  };
  const handler = {
    onOpen(name: string, attributes: ReadonlyMap<string, string>): void {
      add(1 + attributes.size);
      const element = { name, local: name.slice(name.indexOf(':') + 1), attributes, children: [] };
      current.children.push(element);
      stack.push(current);
      current = element;
    },
    onText(text: string): void {
      const last = current.children.length - 1;
      const before = current.children[last];
      if (typeof before === 'string') current.children[last] = before + text;
      else if (text !== '') {
        add(1);
        current.children.push(text);
      }
    },
    onClose(): void {
      current = stack.pop() ?? document;
    },
  };
  scanXml(where, label, toXmlText(where, label, input), handler, options);
  // A scan that ends without an error has seen exactly one root.
  return document.children[0] as XmlElement;
}
