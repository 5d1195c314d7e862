/** Writes PowerPoint decks with pptxgenjs. Every call returns a promise. */

/** Place in inches from the top left, -56 to 56; default 0.5 each. */
export interface PptxgenPlace {
  x?: number;
  y?: number;
}

/** Size in inches, 0.01 to 56. `width` and `height` are other names of `w` and `h`. */
export interface PptxgenSize {
  w?: number;
  h?: number;
  width?: number;
  height?: number;
}

/** Three or six hexadecimal digits, with or without `#`. */
export type PptxgenColor = string;

/** Text in a box; each line is a paragraph. Size by default 8 x 1 in. */
export interface PptxgenText extends PptxgenPlace, PptxgenSize {
  type: 'text';
  text: string;
  /** Points, 1 to 400; default 18. */
  fontSize?: number;
  /** Default `"000000"`. */
  color?: PptxgenColor;
  /** Default `false`. */
  bold?: boolean;
  /** Default `false`. */
  italic?: boolean;
  /** Default `"left"`. */
  align?: 'left' | 'center' | 'right' | 'justify';
}

/** A PNG or JPEG image, told by its bytes. With one of width and height the proportions stay; with none it is shown at 96 dpi, at most as wide as the slide. */
export interface PptxgenImage extends PptxgenPlace, PptxgenSize {
  type: 'image';
  /** At most 10 MiB, 16 384 pixels on an edge, 33 554 432 pixels. */
  data: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;
  /** Text for those who do not see the image. */
  alt?: string;
}

/** A shape; width and height may be 0 for lines. Size by default 8 x 1 in. */
export interface PptxgenShape extends PptxgenPlace, PptxgenSize {
  type: 'shape';
  /** A preset such as `"rect"` (default), `"roundRect"`, `"ellipse"`, `"line"`, `"rightArrow"`. */
  shape?: string;
  /** Default `"2563eb"`; the colour of the stroke for lines. */
  fill?: PptxgenColor;
}

/** A cell; `null` and `undefined` are empty, dates ISO. */
export type PptxgenCell = string | number | bigint | boolean | Date | null | undefined;

/** A table of at most 75 columns; short rows are filled up with empty cells. The height follows from the text. */
export interface PptxgenTable extends PptxgenPlace {
  type: 'table';
  rows: readonly (readonly PptxgenCell[])[];
  /** Inches; default 8. */
  w?: number;
  width?: number;
}

/** One item of a slide. */
export type PptxgenItem = PptxgenText | PptxgenImage | PptxgenShape | PptxgenTable;

/** One slide; later items lie over earlier ones. */
export interface PptxgenSlide {
  background?: PptxgenColor;
  /** Notes for the speaker. */
  notes?: string;
  items: readonly PptxgenItem[];
}

/**
 * Writes a PowerPoint deck. Equal input gives equal bytes. Items wholly outside their slide give a warning.
 * At most 200 slides of 500 items, 25 000 cells, 5 242 880 characters and 200 000 lines of text, 1000 images of 10 MiB
 * each and 50 MiB in all; the result at most 64 MiB.
 * @throws codes `pptxgen.bad-argument` (names the item), `pptxgen.unsupported` (image that is neither PNG nor JPEG),
 * `pptxgen.bad-format` (damaged image header), `pptxgen.too-large`, `pptxgen.too-many`, `pptxgen.timeout`
 * @example
 * await build({ title: 'Q3', slides: [{ background: '#0f172a', items: [{ type: 'text', text: 'Q3', color: '#fff' }] }] });
 */
export function build(deck: {
  title?: string;
  author?: string;
  subject?: string;
  /** Date of creation and change, ISO text or `Date`; a time without a zone is UTC. Default 1980-01-01, so that equal input gives equal bytes. */
  created?: string | Date;
  /** Inches: `"wide"` (default) 13.33 x 7.5, `"16x9"` 10 x 5.625, `"4x3"` 10 x 7.5. */
  layout?: 'wide' | '16x9' | '4x3';
  slides: readonly PptxgenSlide[];
}): Promise<Uint8Array<ArrayBuffer>>;

declare const pptxgen: { readonly build: typeof build };
export default pptxgen;
