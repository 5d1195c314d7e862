/**
 * A checked deck to a PowerPoint file, with pptxgenjs.
 * @module
 */
import { settlePackage } from '@nodetool-ai/sandbox-pack-kit/office';
import PptxGenJS from 'pptxgenjs';
import * as limits from './limits.js';
import { deckEdits } from './mend-deck.js';
import { type DeckItem, readDeck } from './read-deck.js';

const BORDER = { type: 'solid', pt: 1, color: '666666' } as const;

/**
 * Writes a deck. Equal input gives equal bytes.
 * @throws {PackError} `pptxgen.bad-argument`, `pptxgen.unsupported`, `pptxgen.bad-format`, `pptxgen.too-large`, `pptxgen.too-many`
 */
export async function buildDeck(
  where: string,
  input: unknown,
  warn: (text: string) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const library = new PptxGenJS();
  const deck = readDeck(where, input, Object.values(library.ShapeType), warn);
  library.layout = deck.layout.name;
  library.title = deck.title;
  library.author = deck.author;
  library.subject = deck.subject;
  library.company = '';
  for (const { background, notes, items } of deck.slides) {
    const slide = library.addSlide();
    if (background !== undefined) slide.background = { color: background };
    if (notes !== '') slide.addNotes(notes);
    for (const item of items) addItem(slide, item);
  }
  const bytes = await library.write({ outputType: 'uint8array' });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('the library gave no bytes');
  return settlePackage(where, bytes, {
    created: deck.created,
    edits: deckEdits(deck.slides.length),
    maxBytes: limits.PPTXGEN_MAX_OUTPUT_BYTES,
    maxBytesName: 'PPTXGEN_MAX_OUTPUT_BYTES',
  });
}

function addItem(slide: PptxGenJS.Slide, item: DeckItem): void {
  const { x, y, w } = item;
  switch (item.type) {
    case 'text': {
      const { text, fontSize, color, bold, italic, align } = item;
      slide.addText(paragraphs(text), { x, y, w, h: item.h, fontSize, color, bold, italic, align });
      return;
    }
    case 'image': {
      const { format, bytes } = item.image;
      slide.addImage({ data: `image/${format};base64,${toBase64(bytes)}`, x, y, w, h: item.h, altText: item.alt });
      return;
    }
    case 'shape': {
      const isLine = item.shape === 'line' || item.shape === 'lineInv';
      const paint = isLine ? { line: { color: item.fill, width: 1 } } : { fill: { color: item.fill } };
      // The type lists the names the library misspells; the check has been made.
      slide.addShape(item.shape as PptxGenJS.SHAPE_NAME, { x, y, w, h: item.h, ...paint });
      return;
    }
    case 'table': {
      const rows = item.rows.map((row) => row.map((text) => ({ text: paragraphs(text) })));
      slide.addTable(rows, { x, y, w, color: '000000', border: BORDER });
    }
  }
}

/** The library leaves breaks in place when the text ends with one. Every run needs options of its own: it writes to them. */
function paragraphs(text: string): PptxGenJS.TextProps[] {
  return text.split('\n').map((line) => ({ text: line, options: { breakLine: true } }));
}

/** In a page there is no `Buffer`. Chunks of a multiple of three bytes need no padding between them. */
function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))));
  }
  return parts.join('');
}

const CHUNK_BYTES = 3 * 8192;
