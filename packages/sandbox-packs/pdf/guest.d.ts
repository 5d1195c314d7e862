/** Reads the text of PDF files with pdf-parse (pdf.js). Every call returns a promise. */

/** Options of {@link extractText}. */
export interface PdfTextOptions {
  /** Opens an encrypted document. */
  password?: string;
}

/** Options of {@link extractPages}. */
export interface PdfPagesOptions extends PdfTextOptions {
  /** Page numbers from 1, each once, in the order of the result; default: all pages. */
  pages?: readonly number[];
}

/** One page. */
export interface PdfPageText {
  /** From 0. */
  index: number;
  /** From 1. */
  pageNumber: number;
  /** Trimmed; `""` for a page without text, such as a scanned one. */
  text: string;
}

/** Bytes of a document, at most 10 485 760. */
export type PdfBytes = Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;

/**
 * The text of all pages, with a blank line between two. At most 2000 pages and 20 971 520 bytes of text.
 * @throws codes `pdf.bad-argument`, `pdf.bad-format`, `pdf.encrypted`, `pdf.too-large`, `pdf.too-many`, `pdf.timeout`
 * @example
 * await extractText(bytes); // "Hello PDF\n\nSecond"
 */
export function extractText(bytes: PdfBytes, options?: PdfTextOptions): Promise<string>;

/**
 * The text page by page. At most 2000 pages and 20 971 520 bytes of text.
 * @throws codes `pdf.bad-argument`, `pdf.not-found` (no such page), `pdf.bad-format`, `pdf.encrypted`,
 * `pdf.too-large`, `pdf.too-many`, `pdf.timeout`
 * @example
 * await extractPages(bytes, { pages: [2] }); // [{ index: 1, pageNumber: 2, text: 'Second' }]
 */
export function extractPages(bytes: PdfBytes, options?: PdfPagesOptions): Promise<PdfPageText[]>;

declare const pdf: { readonly extractText: typeof extractText; readonly extractPages: typeof extractPages };
export default pdf;
