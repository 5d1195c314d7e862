/** Reads the text of PowerPoint decks. Every call returns a promise. */

/** The bytes of a .pptx file, at most 10 485 760. */
export type PptxInput = Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView;

/** One slide of a deck. */
export interface PptxSlide {
  /** From 0, in the order of the presentation. */
  index: number;
  /** From 1. */
  slideNumber: number;
  /** Paragraphs by line, cells of a table by tab; trimmed. */
  text: string;
  /** What the speaker's notes say, `""` when there are none; only with `{ notes: true }`. */
  notes?: string;
}

/**
 * Text of all slides that have some, in the order of the presentation, with a blank line between them.
 * At most 5000 slides, 20 971 520 characters, 52 428 800 bytes inflated.
 * @throws codes `pptx.bad-argument`, `pptx.unsupported` (`.ppt`, DTD), `pptx.bad-format`, `pptx.encrypted`,
 * `pptx.too-large`, `pptx.too-many`, `pptx.too-deep`, `pptx.inflated-too-large`, `pptx.timeout`
 * @example
 * const words = (await extractText(bytes)).split(/\s+/).length;
 */
export function extractText(bytes: PptxInput): Promise<string>;

/** Options of {@link extractSlides}. */
export interface PptxSlidesOptions {
  /** Adds the speaker's notes; default `false`. */
  notes?: boolean;
}

/**
 * Text slide by slide, hidden slides included. A slide whose part is missing is empty, with a warning.
 * Limits and codes as {@link extractText}.
 * @throws codes as {@link extractText}
 * @example
 * const titles = (await extractSlides(bytes)).map((slide) => slide.text.split('\n')[0]);
 */
export function extractSlides(bytes: PptxInput, options?: PptxSlidesOptions): Promise<PptxSlide[]>;

declare const pptx: { readonly extractText: typeof extractText; readonly extractSlides: typeof extractSlides };
export default pptx;
