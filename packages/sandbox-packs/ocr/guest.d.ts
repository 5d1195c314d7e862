/** Reads text in pictures with tesseract.js, offline. The call returns a promise. */

/** Options of {@link recognize}. */
export interface OcrOptions {
  /**
   * Language codes of the text, joined by `+`, at most 4; default `"eng"`. Others need their data on the host:
   * `ocr.unavailable` names the package.
   */
  language?: string;
  /**
   * Page segmentation mode: 3 (default) finds the layout, 4 one column, 5 one upright block of vertical text, 6 one
   * block, 7 one line, 8 one word, 9 one word in a circle, 10 one letter, 11 scattered text, 13 one raw line.
   */
  psm?: number;
}

/** A box in pixels of the picture, from its top left corner, after its EXIF orientation was applied. */
export interface OcrBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One word. */
export interface OcrWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  bbox: OcrBox | null;
}

/** What was read. */
export interface OcrResult {
  /** Lines end with `"\n"`; an empty page gives `""`. */
  text: string;
  /** 0 to 100, the mean of the words. */
  confidence: number;
  /** In reading order, at most 20 000. */
  words: OcrWord[];
}

/**
 * Reads the text in a PNG, JPEG, WebP, BMP or GIF (first frame) of at most 10 485 760 bytes, 16 384 pixels on an edge and
 * 33 554 432 in all.
 * @throws codes `ocr.bad-argument`, `ocr.unsupported`, `ocr.bad-format`, `ocr.too-large`, `ocr.too-many`,
 * `ocr.unavailable`, `ocr.timeout` (60 000 ms)
 * @example
 * const { text } = await recognize(scan); // "Invoice 4711\n"
 */
export function recognize(image: Uint8Array | ArrayBuffer, options?: OcrOptions): Promise<OcrResult>;

declare const ocr: { readonly recognize: typeof recognize };
export default ocr;
