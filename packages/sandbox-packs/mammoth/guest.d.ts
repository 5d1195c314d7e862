/** Reads Word documents with mammoth. Every call returns a promise. */

/** The bytes of a .docx file, at most 10 485 760. */
export type MammothInput = Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;

/**
 * Text of the document: paragraphs with a blank line between them, line breaks and tabs kept, no line break at the end.
 * Headers, footers, notes, comments and tracked deletions are left out. At most 52 428 800 bytes inflated,
 * 300 000 elements, a result of 16 777 216 characters.
 * @throws codes `mammoth.bad-argument`, `mammoth.unsupported` (`.doc`, DTD), `mammoth.bad-format`, `mammoth.encrypted`,
 * `mammoth.too-large`, `mammoth.too-many`, `mammoth.too-deep`, `mammoth.inflated-too-large`, `mammoth.timeout`
 * @example
 * const words = (await extractRawText(bytes)).split(/\s+/).filter(Boolean).length;
 */
export function extractRawText(bytes: MammothInput): Promise<string>;

/** Options of {@link convertToHtml}. */
export interface MammothHtmlOptions {
  /** `"inline"` (default) makes data URIs of at most 10 MiB in all, `"drop"` leaves images out. */
  images?: 'inline' | 'drop';
}

/**
 * HTML of the document: headings, lists, tables, emphasis, links, foot- and endnotes, images. It is NOT sanitised:
 * a link may hold `javascript:`. Headers, footers, comments and tracked deletions are left out. Limits and codes as
 * {@link extractRawText}; what the library could not read becomes a warning.
 * @throws codes as {@link extractRawText}
 * @example
 * const html = await convertToHtml(bytes, { images: 'drop' });
 */
export function convertToHtml(bytes: MammothInput, options?: MammothHtmlOptions): Promise<string>;

declare const mammoth: {
  readonly extractRawText: typeof extractRawText;
  readonly convertToHtml: typeof convertToHtml;
};
export default mammoth;
