/**
 * The deck a program passes, checked item by item.
 * @module
 */
import {
  anything,
  flag,
  hexColor,
  isPlainObject,
  numberWithin,
  type OptionReader,
  oneOf,
  PackInputError,
  PackLimitError,
  readList,
  readOptions,
  readType,
} from '@nodetool-ai/sandbox-pack-kit';
import {
  type DocumentImage,
  documentDate,
  meterImages,
  meterTexts,
  type TextMeter,
} from '@nodetool-ai/sandbox-pack-kit/office';
import * as limits from './limits.js';
import { shapeOption } from './shape-option.js';

/** Sizes of slides in inches, and what the library calls them. */
const LAYOUTS = {
  wide: { name: 'LAYOUT_WIDE', width: 40 / 3, height: 7.5 },
  '16x9': { name: 'LAYOUT_16x9', width: 10, height: 5.625 },
  '4x3': { name: 'LAYOUT_4x3', width: 10, height: 7.5 },
} as const;

/** Where an item is, in inches from the top left; a table grows to the height it needs. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h?: number;
}

export interface TextItem extends Box {
  readonly type: 'text';
  readonly h: number;
  readonly text: string;
  /** Points. */
  readonly fontSize: number;
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly align: 'left' | 'center' | 'right' | 'justify';
}

/** One checked item. */
export type DeckItem =
  | TextItem
  | (Box & { readonly type: 'image'; readonly h: number; readonly image: DocumentImage; readonly alt: string })
  | (Box & { readonly type: 'shape'; readonly h: number; readonly shape: string; readonly fill: string })
  | (Box & { readonly type: 'table'; readonly rows: readonly (readonly string[])[] });

export interface DeckSlide {
  readonly background: string | undefined;
  readonly notes: string;
  readonly items: readonly DeckItem[];
}

/** A checked deck. */
export interface Deck {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** `YYYY-MM-DDThh:mm:ssZ` */
  readonly created: string;
  readonly layout: (typeof LAYOUTS)[keyof typeof LAYOUTS];
  readonly slides: readonly DeckSlide[];
}

const TYPES = ['text', 'image', 'shape', 'table'] as const;
/** PowerPoint knows no larger slides; below 100 the library takes every number for inches. */
const MAX_INCHES = 56;

/**
 * @param shapes names of shapes the library knows
 * @throws {PackError} `pptxgen.bad-argument`, `pptxgen.unsupported`, `pptxgen.bad-format`, `pptxgen.too-large`, `pptxgen.too-many`
 */
export function readDeck(where: string, input: unknown, shapes: readonly string[], warn: (text: string) => void): Deck {
  const given = readOptions(where, input, DECK_FIELDS, 'deck');
  const texts = meterTexts(where, TEXT_CAPS, warn);
  const line = (label: string, value: unknown) =>
    value === undefined ? '' : texts.text(label, value).replaceAll('\n', ' ');
  const layout = LAYOUTS[given.layout];
  const readItem = itemReader(where, shapes, texts, layout.width);
  const slides = readList(where, 'slides', given.slides, {
    max: limits.PPTXGEN_MAX_SLIDES,
    name: 'PPTXGEN_MAX_SLIDES',
  });
  return {
    title: line('title', given.title),
    author: line('author', given.author),
    subject: line('subject', given.subject),
    created: given.created,
    layout,
    slides: slides.map((slide, at) => {
      const label = `slides[${at}]`;
      const { background, notes, items } = readOptions(where, slide, SLIDE_FIELDS, label);
      const list = readList(where, `${label}.items`, items, {
        max: limits.PPTXGEN_MAX_ITEMS,
        name: 'PPTXGEN_MAX_ITEMS',
      });
      return {
        background,
        notes: notes === undefined ? '' : texts.text(`${label}.notes`, notes),
        items: list.map((value, index) => {
          const item = readItem(`${label}.items[${index}]`, value);
          if (isOutside(item, layout)) warn(`${where}: ${label}.items[${index}] lies outside the slide`);
          return item;
        }),
      };
    }),
  };
}

const DECK_FIELDS = {
  title: anything,
  author: anything,
  subject: anything,
  created: documentDate,
  layout: oneOf(['wide', '16x9', '4x3'], 'wide'),
  slides: anything,
};
const SLIDE_FIELDS = { background: hexColor(undefined), notes: anything, items: anything };

const TEXT_CAPS = {
  maxChars: limits.PPTXGEN_MAX_TEXT_CHARS,
  maxCharsName: 'PPTXGEN_MAX_TEXT_CHARS',
  maxLines: limits.PPTXGEN_MAX_LINES,
  maxLinesName: 'PPTXGEN_MAX_LINES',
};
const IMAGE_CAPS = {
  maxImages: limits.PPTXGEN_MAX_IMAGES,
  maxImagesName: 'PPTXGEN_MAX_IMAGES',
  maxBytes: limits.PPTXGEN_MAX_IMAGE_BYTES,
  maxTotalBytes: limits.PPTXGEN_MAX_IMAGES_BYTES,
  maxTotalBytesName: 'PPTXGEN_MAX_IMAGES_BYTES',
};

const place = numberWithin(-MAX_INCHES, MAX_INCHES, 0.5);
const size = numberWithin(0.01, MAX_INCHES, undefined);
// A line may be flat.
const extent = numberWithin(0, MAX_INCHES, undefined);
const PLACE = { type: anything, x: place, y: place };
const SIZED = { ...PLACE, w: size, width: size, h: size, height: size };
const EXTENDED = { ...PLACE, w: extent, width: extent, h: extent, height: extent };
const DEFAULT_WIDTH = 8;
const DEFAULT_HEIGHT = 1;

function itemReader(
  where: string,
  shapes: readonly string[],
  texts: TextMeter,
  slideWidth: number,
): (label: string, value: unknown) => DeckItem {
  const takeImage = meterImages(where, IMAGE_CAPS, slideWidth);
  const shapeName = shapeOption(shapes);
  let cells = 0;
  const readers: Record<(typeof TYPES)[number], (label: string, fields: Record<string, unknown>) => DeckItem> = {
    text(label, fields) {
      const { text, type: _type, w, width, h, height, ...rest } = readOptions(where, fields, TEXT_FIELDS, label);
      return {
        type: 'text',
        ...rest,
        w: w ?? width ?? DEFAULT_WIDTH,
        h: h ?? height ?? DEFAULT_HEIGHT,
        text: texts.text(`${label}.text`, text),
      };
    },
    image(label, fields) {
      const given = readOptions(where, fields, { ...SIZED, data: anything, alt: anything }, label);
      const asked = { width: given.w ?? given.width, height: given.h ?? given.height };
      const image = takeImage(`${label}.data`, given.data, asked);
      const alt = given.alt === undefined ? '' : texts.text(`${label}.alt`, given.alt).replaceAll('\n', ' ');
      return { type: 'image', x: given.x, y: given.y, w: image.width, h: image.height, image, alt };
    },
    shape(label, fields) {
      const table = { ...EXTENDED, shape: shapeName, fill: hexColor('2563EB') };
      const { x, y, w, width, h, height, shape, fill } = readOptions(where, fields, table, label);
      return { type: 'shape', x, y, w: w ?? width ?? DEFAULT_WIDTH, h: h ?? height ?? DEFAULT_HEIGHT, shape, fill };
    },
    table(label, fields) {
      const given = readOptions(where, fields, { ...PLACE, w: size, width: size, rows: anything }, label);
      const rows = readRows(where, `${label}.rows`, given.rows);
      const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
      cells += rows.length * columns;
      refuseTable(where, label, columns, cells);
      return {
        type: 'table',
        x: given.x,
        y: given.y,
        w: given.w ?? given.width ?? DEFAULT_WIDTH,
        rows: rows.map((row, at) =>
          Array.from({ length: columns }, (_, column) => texts.cell(`${label}.rows[${at}][${column}]`, row[column])),
        ),
      };
    },
  };
  return (label, value) => {
    const { type, fields } = readType(where, label, value, TYPES);
    refuseTwice(where, label, fields);
    return readers[type](label, fields);
  };
}

const TEXT_FIELDS = {
  ...SIZED,
  text: anything,
  fontSize: numberWithin(1, 400, 18),
  color: hexColor('000000'),
  bold: flag(false),
  italic: flag(false),
  align: oneOf(['left', 'center', 'right', 'justify'], 'left'),
} satisfies Record<string, OptionReader<unknown>>;

function readRows(where: string, label: string, value: unknown): unknown[][] {
  const rows = readList(where, label, value, { max: limits.PPTXGEN_MAX_CELLS, name: 'PPTXGEN_MAX_CELLS' });
  const cap = { max: limits.PPTXGEN_MAX_COLUMNS, name: 'PPTXGEN_MAX_COLUMNS' };
  return rows.map((row, at) => readList(where, `${label}[${at}]`, row, cap));
}

function refuseTable(where: string, label: string, columns: number, cells: number): void {
  if (columns === 0) {
    throw new PackInputError(where, 'bad-argument', `${label}.rows has no cells`, 'Pass at least one cell');
  }
  if (cells > limits.PPTXGEN_MAX_CELLS) {
    throw new PackLimitError(
      where,
      'too-many',
      `the deck has more than ${limits.PPTXGEN_MAX_CELLS} cells, with those of ${label}`,
      'Write several decks',
      'PPTXGEN_MAX_CELLS',
    );
  }
}

/** `w` and `width` are one field, as are `h` and `height`. */
function refuseTwice(where: string, label: string, fields: Record<string, unknown>): void {
  const isGiven = (name: string) => isPlainObject(fields) && Object.hasOwn(fields, name) && fields[name] !== undefined;
  for (const [short, long] of [
    ['w', 'width'],
    ['h', 'height'],
  ] as const) {
    if (isGiven(short) && isGiven(long)) {
      const what = `${label} has both ${short} and ${long}, which are one field`;
      throw new PackInputError(where, 'bad-argument', what, `Pass one of them`);
    }
  }
}

function isOutside(box: Box, slide: { readonly width: number; readonly height: number }): boolean {
  const isLeftOrAbove = box.x + box.w < 0 || (box.h !== undefined && box.y + box.h < 0);
  return isLeftOrAbove || box.x >= slide.width || box.y >= slide.height;
}
