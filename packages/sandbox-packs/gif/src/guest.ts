/// <reference path="./gifenc.d.ts" />
/**
 * Guest side of the gif pack: gifenc, with frames checked before they are written.
 * @module
 */

import type { Color, Encoder, FrameOptions, Library, PixelFormat } from 'gifenc';
import * as namespace from 'gifenc';
import { checkFrame, countColors, type Screen } from './frame.js';
import { GIF_MAX_COLORS } from './limits.js';
import { type Rgba, wholePixels } from './pixels.js';
import { prequantize } from './prequantize.js';

export { prequantize };

// Bundled it is the library's ES module, in plain Node its CommonJS form, which has everything in its default.
const gifenc = ('quantize' in namespace ? namespace : (namespace as { default: unknown }).default) as Library;

/**
 * Starts a GIF. Frames are written one by one; `finish()` ends it, `bytes()` gives it.
 * @example
 * const gif = GIFEncoder(); gif.writeFrame(index, 4, 4, { palette }); gif.finish(); gif.bytes();
 */
export function GIFEncoder(options?: { initialCapacity?: number; auto?: boolean }): Encoder {
  const encoder = gifenc.GIFEncoder(options);
  let screen: Screen | undefined;
  return {
    ...encoder,
    get buffer() {
      return encoder.buffer;
    },
    get stream() {
      return encoder.stream;
    },
    reset() {
      screen = undefined;
      encoder.reset();
    },
    writeFrame(index: Uint8Array, width: number, height: number, frame: FrameOptions = {}) {
      // The library counts frames itself, unless it is told not to.
      const beginsFile = options?.auto === false && Boolean(frame.first);
      screen = checkFrame(index, width, height, frame.palette ?? undefined, beginsFile ? undefined : screen);
      encoder.writeFrame(index, width, height, frame);
    },
  };
}

/** Colours that stand for those of a picture, at most `maxColors` (1…256). */
export function quantize(rgba: Rgba, maxColors: number, options?: object): Color[] {
  const pixels = wholePixels('quantize', rgba);
  if (!(Number.isInteger(maxColors) && maxColors >= 1 && maxColors <= GIF_MAX_COLORS)) {
    throw new RangeError(`quantize() takes 1 to ${GIF_MAX_COLORS} colours, not ${String(maxColors)}`);
  }
  return gifenc.quantize(pixels, maxColors, options);
}

/** For each pixel the place of its colour in the palette. */
export function applyPalette(rgba: Rgba, palette: Color[], format?: PixelFormat): Uint8Array {
  countColors(palette);
  return gifenc.applyPalette(wholePixels('applyPalette', rgba), palette, format);
}

export const { nearestColor, nearestColorIndex, nearestColorIndexWithDistance, snapColorsToPalette } = gifenc;

const gif = Object.freeze({
  GIFEncoder,
  quantize,
  applyPalette,
  prequantize,
  nearestColor,
  nearestColorIndex,
  nearestColorIndexWithDistance,
  snapColorsToPalette,
});
export default gif;
