import { PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { scanXml } from '@nodetool-ai/sandbox-pack-kit/xml';
import { declaredEntities } from './declared-entities.js';
import { htmlEntities } from './entity-decoder.js';
import { XML_MAX_NODES } from './limits.js';

const REFUSED_NAMES = ['__proto__', 'constructor', 'prototype'];
const HAS_PAIRED_QUOTES = /^(?:[^"']|"[^"]*"|'[^']*')*$/;

/** A text that the library reads as it was meant. */
export interface CheckedXml {
  text: string;
  entities: Map<string, string>;
}

/**
 * Refuses what is not well-formed, what is too much, and the three element names that the library cannot hold.
 *
 * Takes out what the library would misread: the document type, whose end it may see elsewhere, and instructions with a
 * lone quote, after which it reads on to the next quote.
 *
 * @throws {PackError} `xml.bad-format` with line and column, `xml.too-deep`, `xml.too-many`, `xml.unsupported`
 */
export function checkXml(where: string, text: string, removeNamespaces: boolean): CheckedXml {
  let nodes = 0;
  let entities = new Map<string, string>();
  const cuts: [start: number, end: number][] = [];
  const count = (more: number): void => {
    nodes += more;
    if (nodes <= XML_MAX_NODES) return;
    throw new PackLimitError(
      where,
      'too-many',
      `text has more than ${XML_MAX_NODES} elements, attributes and pieces of text`,
      'Read it in parts',
      'XML_MAX_NODES',
    );
  };
  const handler = {
    onOpen(name: string, attributes: ReadonlyMap<string, string>): void {
      count(1 + attributes.size);
      const key = removeNamespaces ? name.slice(name.indexOf(':') + 1) : name;
      if (!REFUSED_NAMES.includes(key)) return;
      throw new PackInputError(
        where,
        'unsupported',
        `text has an element named ${key}, which the library refuses`,
        'Rename the element',
      );
    },
    onText: () => count(1),
    onClose: () => {},
    onInstruction(_target: string, data: string, start: number, end: number): void {
      count(1);
      if (!HAS_PAIRED_QUOTES.test(data)) cuts.push([start, end]);
    },
    onDoctype(declarations: readonly string[], start: number, end: number): void {
      entities = declaredEntities(where, declarations);
      cuts.push([start, end]);
    },
  };
  scanXml(where, 'text', text, handler, { doctype: 'internal', entities: htmlEntities });
  return { text: without(text, cuts), entities };
}

function without(text: string, cuts: [start: number, end: number][]): string {
  let from = 0;
  const parts = cuts.map(([start, end]) => {
    const part = text.slice(from, start);
    from = end;
    return part;
  });
  return parts.join('') + text.slice(from);
}
