/** Writes and merges PDF files with pdf-lib. Every call returns a promise. The unit is the point, 1/72 inch. */

/** Bytes of a file, at most 10 485 760. */
export type PdfBytes = Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;

/** Three or six hexadecimal digits, with or without `#`. */
export type PdfColor = string;

/** A text. */
export interface PdfText {
  type: 'text';
  /** Line breaks begin a new line. */
  text: string;
  /** Default 0. */
  x?: number;
  /** Top of the first line; default 0. */
  y?: number;
  /** Default 12. */
  size?: number;
  /** Default `"#000"`. */
  color?: PdfColor;
  /**
   * One of the 14 standard fonts (`"Helvetica-Bold"`, `"Times-Roman"`, `"Courier"`, …) or a key of `fonts`; default
   * `"Helvetica"`. A text with letters that it lacks is set in DejaVu Sans.
   */
  font?: string;
  /** Wraps at spaces. */
  maxWidth?: number;
  /** Distance of two lines; default 1.2 times `size`. */
  lineHeight?: number;
}

/** A PNG or JPEG image. */
export interface PdfImage {
  type: 'image';
  data: PdfBytes;
  x: number;
  /** Top edge. */
  y: number;
  /** Default: one point per pixel, or by the ratio of the image when the other side is given. */
  width?: number;
  height?: number;
}

/** A straight line. */
export interface PdfLine {
  type: 'line';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** Default 1. */
  thickness?: number;
  /** Default `"#000"`. */
  color?: PdfColor;
}

/** A rectangle; without `fill` and `stroke` it has a black edge. */
export interface PdfRect {
  type: 'rect';
  x: number;
  /** Top edge. */
  y: number;
  width: number;
  height: number;
  fill?: PdfColor;
  /** Edge of 1 point. */
  stroke?: PdfColor;
}

/** Anything on a page. */
export type PdfItem = PdfText | PdfImage | PdfLine | PdfRect;

/** A page. The origin is its top left corner. */
export interface PdfPage {
  /** Default 612 (US letter); 1 to 8192. A4 is 595.28 by 841.89. */
  width?: number;
  /** Default 792. */
  height?: number;
  items?: readonly PdfItem[];
}

/** A document of 1 to 200 pages, at most 20 000 items and 1 048 576 characters; images and fonts 52 428 800 bytes. */
export interface PdfDocument {
  pages: readonly PdfPage[];
  properties?: { title?: string; author?: string; subject?: string; keywords?: string | readonly string[] };
  /** TrueType or OpenType files by name, at most 20; only the letters in use are written. */
  fonts?: Record<string, PdfBytes>;
}

/**
 * A new PDF. Equal input gives equal bytes. A letter that no font has becomes U+FFFD, with a warning.
 * @throws codes `pdflib.bad-argument` (with the path of the field), `pdflib.bad-format`, `pdflib.unsupported`,
 * `pdflib.too-large`, `pdflib.too-many`, `pdflib.timeout`
 * @example
 * await build({ pages: [{ items: [{ type: 'text', x: 72, y: 72, text: 'Hello PDF' }] }] });
 */
export function build(document: PdfDocument): Promise<Uint8Array>;

/**
 * All pages of 1 to 200 documents in their order, at most 5000 pages and 52 428 800 bytes.
 * @throws codes `pdflib.bad-argument`, `pdflib.bad-format` and `pdflib.encrypted` (both name `pdfs[<i>]`),
 * `pdflib.too-large`, `pdflib.too-many`, `pdflib.timeout`
 * @example
 * await merge([cover, body]);
 */
export function merge(pdfs: readonly PdfBytes[]): Promise<Uint8Array>;

declare const pdflib: { readonly build: typeof build; readonly merge: typeof merge };
export default pdflib;
