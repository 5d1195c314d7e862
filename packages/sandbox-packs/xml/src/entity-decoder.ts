/**
 * References to characters and entities.
 *
 * The library's own decoder knows 35 of the HTML names, and leaves `&eacute;` as it is.
 *
 * @module
 */
import { PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { decodeHTMLStrict } from 'entities';
import { XML_MAX_EXPANDED_CHARS } from './limits.js';

const REFERENCE = /&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|([^\s&;<>"'#][^\s&;<>"']*));/g;
const FIVE: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Characters of the names of HTML. */
export const htmlEntities = {
  get(name: string): string | undefined {
    const text = decodeHTMLStrict(`&${name};`);
    return text === `&${name};` ? undefined : text;
  },
};

/** What the library asks for the text of a reference. It decodes once: what a reference gives is not read again. */
export class EntityDecoder {
  #expandedChars = 0;

  /** `declared` are the entities of the document type. */
  constructor(
    readonly where: string,
    readonly declared: ReadonlyMap<string, string>,
  ) {}

  decode(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name = '') => {
      if (decimal !== undefined) return String.fromCodePoint(Number.parseInt(decimal, 10));
      if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
      return FIVE.get(name) ?? this.#expand(name) ?? htmlEntities.get(name) ?? whole;
    });
  }

  // Parts of the library's decoder that have nothing to do here.
  addInputEntities(): void {}
  reset(): void {}
  setExternalEntities(): void {}
  setXmlVersion(): void {}

  #expand(name: string): string | undefined {
    const value = this.declared.get(name);
    this.#expandedChars += value?.length ?? 0;
    if (this.#expandedChars <= XML_MAX_EXPANDED_CHARS) return value;
    throw new PackLimitError(
      this.where,
      'too-large',
      `the entities of the document type expand to more than ${XML_MAX_EXPANDED_CHARS} characters`,
      'Write the text out',
      'XML_MAX_EXPANDED_CHARS',
    );
  }
}
