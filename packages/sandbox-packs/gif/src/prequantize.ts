/**
 * Rounding of colours. The library's own makes an opaque pixel nearly transparent: 255 rounds to 260, of which one byte
 * keeps 4.
 * @module
 */
import { type Rgba, wholePixels } from './pixels.js';

/** Options of {@link prequantize}. */
export interface PrequantizeOptions {
  /** Step of red, green and blue; default 5. */
  roundRGB?: number;
  /** Step of alpha; default 10. */
  roundAlpha?: number;
  /** All or nothing: `true` for a threshold of 127, or the threshold. */
  oneBitAlpha?: boolean | number | null;
}

/** Rounds colours in place, so that fewer are left. */
export function prequantize(rgba: Rgba, options: PrequantizeOptions = {}): void {
  wholePixels('prequantize', rgba);
  const { roundRGB = 5, roundAlpha = 10, oneBitAlpha = null } = options;
  const threshold = typeof oneBitAlpha === 'number' ? oneBitAlpha : 127;
  for (let at = 0; at < rgba.length; at += 1) {
    const byte = rgba[at] ?? 0;
    if (at % 4 !== 3) rgba[at] = rounded(byte, roundRGB);
    else if (oneBitAlpha === null || oneBitAlpha === false) rgba[at] = rounded(byte, roundAlpha);
    else rgba[at] = byte <= threshold ? 0 : 255;
  }
}

function rounded(byte: number, step: number): number {
  return step > 1 ? Math.min(255, Math.round(byte / step) * step) : byte;
}
