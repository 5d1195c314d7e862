/**
 * Fonts of one document: the standard ones, those passed in, and one that stands in for letters they lack.
 * @module
 */

import { libraryReason, PackFormatError, PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import fontkit from '@pdf-lib/fontkit';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { bad } from './fields.js';

/** Gives the bytes of DejaVu Sans. */
export type FontSource = (where: string) => Promise<Uint8Array>;

/** A font and a text that it can set. */
export interface SetText {
  font: PDFFont;
  text: string;
}

/** Where fonts come from, and where notes go. */
export interface FontServices {
  fallbackFont: FontSource;
  warn(text: string): void;
}

interface KnownFont {
  font: PDFFont;
  letters: ReadonlySet<number>;
}

const STANDARD_NAMES: readonly string[] = Object.values(StandardFonts);
const FALLBACK = 'DejaVuSans';
const REPLACEMENT = 0xfffd;
const MAX_NAMED = 10;

/** Chooses a font for each text. */
export class FontBook {
  readonly #where: string;
  readonly #document: PDFDocument;
  readonly #given: ReadonlyMap<string, Uint8Array>;
  readonly #services: FontServices;
  readonly #known = new Map<string, Promise<KnownFont>>();
  readonly #missing = new Set<number>();

  constructor(where: string, document: PDFDocument, given: ReadonlyMap<string, Uint8Array>, services: FontServices) {
    this.#where = where;
    this.#document = document;
    this.#given = given;
    this.#services = services;
    document.registerFontkit(fontkit);
  }

  /**
   * The named font if it has all letters of the text, else DejaVu Sans, else whichever lacks fewer.
   * @throws {PackError} `pdflib.bad-argument`, `pdflib.bad-format`, `pdflib.unsupported`, `pdflib.unavailable`
   */
  async setText(label: string, text: string, name = 'Helvetica'): Promise<SetText> {
    const chosen = await this.#font(label, name);
    const lacks = lackedBy(chosen, text);
    if (lacks.size === 0) return { font: chosen.font, text };
    const other = await this.#fallback();
    const otherLacks = lackedBy(other, text);
    if (otherLacks.size === 0) return { font: other.font, text };
    const [best, missing] = otherLacks.size <= lacks.size ? [other, otherLacks] : [chosen, lacks];
    for (const letter of missing) this.#missing.add(letter);
    const stand = best.letters.has(REPLACEMENT) ? '\ufffd' : '?';
    const known = Array.from(text, (letter) => (missing.has(letter.codePointAt(0) ?? 0) ? stand : letter)).join('');
    return { font: best.font, text: known };
  }

  /** Names the letters that no font has, once for the document. */
  warnOfMissing(): void {
    if (this.#missing.size === 0) return;
    const names = [...this.#missing].slice(0, MAX_NAMED).map(nameOf).join(', ');
    const more = this.#missing.size > MAX_NAMED ? ` and ${this.#missing.size - MAX_NAMED} more` : '';
    this.#services.warn(`${this.#where}: no font has ${names}${more}; pass one that has them in fonts`);
  }

  #font(label: string, name: string): Promise<KnownFont> {
    const bytes = this.#given.get(name);
    if (bytes) return this.#once(`given:${name}`, () => this.#embed(`fonts[${JSON.stringify(name)}]`, bytes, name));
    if (STANDARD_NAMES.includes(name)) return this.#once(`standard:${name}`, () => this.#standard(name));
    const quoted = JSON.stringify(name.slice(0, 60));
    throw bad(
      this.#where,
      `${label} is ${quoted}, no font that is known`,
      `Use a key of fonts, or ${STANDARD_NAMES.join(', ')}`,
    );
  }

  #fallback(): Promise<KnownFont> {
    return this.#once('fallback', async () =>
      this.#embed('the fallback font', await this.#services.fallbackFont(this.#where), FALLBACK),
    );
  }

  async #standard(name: string): Promise<KnownFont> {
    const font = await this.#document.embedFont(name);
    return { font, letters: new Set(font.getCharacterSet()) };
  }

  async #embed(label: string, bytes: Uint8Array, name: string): Promise<KnownFont> {
    const start = Array.from(bytes.subarray(0, 4), (byte) => String.fromCharCode(byte)).join('');
    if (!['\0\x01\0\0', 'true', 'OTTO'].includes(start)) {
      throw new PackInputError(
        this.#where,
        'unsupported',
        `${label} is no TrueType and no OpenType font`,
        'Pass the bytes of a .ttf or .otf file',
      );
    }
    try {
      // Without a name the library adds a random one, and equal input would give unequal bytes.
      const customName = `AAAAAA+${name.replace(/[^A-Za-z0-9-]/g, '') || 'Font'}`;
      const font = await this.#document.embedFont(bytes, { subset: true, customName });
      return { font, letters: new Set(font.getCharacterSet()) };
    } catch (error) {
      throw new PackFormatError(
        this.#where,
        'bad-format',
        `${label} cannot be read: ${libraryReason(error)}`,
        'Check that all bytes of the font arrived',
      );
    }
  }

  #once(key: string, make: () => Promise<KnownFont>): Promise<KnownFont> {
    const known = this.#known.get(key) ?? make();
    this.#known.set(key, known);
    return known;
  }
}

function lackedBy({ letters }: KnownFont, text: string): Set<number> {
  const lacks = new Set<number>();
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (letter !== '\n' && !letters.has(code)) lacks.add(code);
  }
  return lacks;
}

function nameOf(code: number): string {
  const isLone = code >= 0xd800 && code <= 0xdfff;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  return isLone ? `U+${hex}` : `"${String.fromCodePoint(code)}" (U+${hex})`;
}
