/** Makes QR codes with uqr. Plain calls, no promises. */
import type {
  QrCodeGenerateData,
  QrCodeGenerateOptions,
  QrCodeGenerateResult,
  QrCodeGenerateSvgOptions,
  QrCodeGenerateUnicodeOptions,
} from 'uqr';

export * from 'uqr';

/**
 * A code as a table of modules. Defaults: `ecc` 'L' (also 'M', 'Q', 'H'), `border` 1 module (scanners want 4: the quiet
 * zone of the standard), `minVersion` 1, `maxVersion` 40, `maskPattern` -1 (the best one), `boostEcc` false, `invert` false.
 * @param data a text, or an array of bytes 0…255; at most 2953 bytes
 * @returns `version` 1…40, `size` in modules with the border, `maskPattern` 0…7, `data[y][x]` true for dark, and `types`
 * @throws RangeError `Data too long`, or a number out of its range
 * @example
 * encode('HELLO WORLD', { ecc: 'Q', border: 0 }).size; // 21
 */
export declare function encode(data: QrCodeGenerateData, options?: QrCodeGenerateOptions): QrCodeGenerateResult;

/**
 * A code as SVG text. Besides the options of {@link encode}: `pixelSize` 10, `whiteColor` 'white', `blackColor` 'black'.
 * Colours are written into the SVG as they are: pass no text from outside.
 * @example
 * renderSVG('https://example.org', { ecc: 'M', border: 4 });
 */
export declare function renderSVG(data: QrCodeGenerateData, options?: QrCodeGenerateSvgOptions): string;

/**
 * A code as lines of text, one character per module: `whiteChar` '█', `blackChar` '░', as on a dark screen. Other options and
 * errors are those of {@link encode}.
 * @example
 * renderUnicode('a').split('\n').length; // 23
 */
export declare function renderUnicode(data: QrCodeGenerateData, options?: QrCodeGenerateUnicodeOptions): string;

/**
 * A code as lines of text, two rows of modules in a line. Options and errors are those of {@link encode}.
 * @example
 * renderUnicodeCompact('a').split('\n').length; // 12
 */
export declare function renderUnicodeCompact(data: QrCodeGenerateData, options?: QrCodeGenerateOptions): string;

/**
 * A code for a terminal, in background colours. Options and errors are those of {@link encode}.
 * @example
 * console.log(renderANSI('https://example.org'));
 */
export declare function renderANSI(data: QrCodeGenerateData, options?: QrCodeGenerateOptions): string;

declare const qr: typeof import('uqr');
export default qr;
