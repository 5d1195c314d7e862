/** Writes Word documents with docx. Every call returns a promise. */

/** What a document says about itself. */
export interface DocxProperties {
  title?: string;
  author?: string;
  subject?: string;
  /** A list is joined with commas. */
  keywords?: string | readonly string[];
  /** Date of creation and change, ISO text or `Date`; a time without a zone is UTC. Default 1980-01-01, so that equal input gives equal bytes. */
  created?: string | Date;
}

/** A heading; `level` 1 (default) to 6, clamped. */
export interface DocxHeading {
  type: 'heading';
  text: string;
  level?: number;
}

/** A paragraph. Line breaks in `text` stay inside it. */
export interface DocxParagraph {
  type: 'paragraph';
  text: string;
  /** Default `"LEFT"`. */
  alignment?: 'LEFT' | 'CENTER' | 'RIGHT' | 'JUSTIFY';
  /** Default `false`. */
  bold?: boolean;
  /** Default `false`. */
  italic?: boolean;
  /** Points, 1 to 400; default 12. */
  fontSize?: number;
}

/** A list with bullets, or with numbers from 1 when `ordered`. */
export interface DocxList {
  type: 'list';
  items: readonly string[];
  /** Default `false`. */
  ordered?: boolean;
}

/** A cell; `null` and `undefined` are empty, dates ISO. */
export type DocxCell = string | number | bigint | boolean | Date | null | undefined;

/** A table over the width of the text, at most 63 columns; short rows are filled up with empty cells. */
export interface DocxTable {
  type: 'table';
  rows: readonly (readonly DocxCell[])[];
  /** Makes the first row bold and repeats it on every page; default `false`. */
  header?: boolean;
}

/** A PNG or JPEG image, told by its bytes. */
export interface DocxImage {
  type: 'image';
  /** At most 10 MiB, 16 384 pixels on an edge, 33 554 432 pixels. */
  data: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;
  /** Inches, 0.01 to 22. With one of both the proportions stay; with none it is shown at 96 dpi, at most 6.5 in wide. */
  width?: number;
  /** Inches, 0.01 to 22. */
  height?: number;
  /** Text for those who do not see the image. */
  alt?: string;
}

/** The next element begins a new page. */
export interface DocxPageBreak {
  type: 'pageBreak';
}

/** One element of a document. */
export type DocxElement = DocxHeading | DocxParagraph | DocxList | DocxTable | DocxImage | DocxPageBreak;

/**
 * Writes a Word document of Letter pages with margins of an inch. Equal input gives equal bytes.
 * At most 20 000 elements, 50 000 list items, 250 000 cells, 5 242 880 characters and 1 000 000 lines of text,
 * 200 images of 10 MiB each and 50 MiB in all; the result at most 64 MiB.
 * @throws codes `docx.bad-argument` (names the element), `docx.unsupported` (image that is neither PNG nor JPEG),
 * `docx.bad-format` (damaged image header), `docx.too-large`, `docx.too-many`, `docx.timeout`
 * @example
 * await build({ elements: [{ type: 'heading', text: 'Q3' }, { type: 'table', rows: [['Jul', 120]] }] });
 */
export function build(document: {
  properties?: DocxProperties;
  elements: readonly DocxElement[];
}): Promise<Uint8Array<ArrayBuffer>>;

declare const docx: { readonly build: typeof build };
export default docx;
