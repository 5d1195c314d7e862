/**
 * Frames that make a whole GIF: the library writes broken files when sizes do not fit.
 * @module
 */
import type { Color } from 'gifenc';
import { GIF_MAX_COLORS, GIF_MAX_EDGE } from './limits.js';

/** Size and colours that later frames rely on. */
export interface Screen {
  width: number;
  height: number;
  colors: number;
}

/** @throws {RangeError} for edges out of 1…16 384, a length that is not width × height, an index without a colour */
export function checkFrame(
  index: unknown,
  width: unknown,
  height: unknown,
  palette: readonly Color[] | undefined,
  screen: Screen | undefined,
): Screen {
  const size = { width: edgeOf('width', width), height: edgeOf('height', height) };
  if (screen && (size.width > screen.width || size.height > screen.height)) {
    throw new RangeError(
      `a frame of ${size.width} × ${size.height} is larger than the first, ${screen.width} × ${screen.height}`,
    );
  }
  if (!(index instanceof Uint8Array || index instanceof Uint8ClampedArray || Array.isArray(index))) {
    throw new TypeError('the index of a frame must be a Uint8Array, as applyPalette() gives it');
  }
  if (index.length !== size.width * size.height) {
    throw new RangeError(
      `the index has ${index.length} entries, a frame of ${size.width} × ${size.height} needs ${size.width * size.height}`,
    );
  }
  const colors = palette === undefined ? screen?.colors : countColors(palette);
  if (colors === undefined) throw new RangeError('the first frame needs a palette of 1 to 256 colours');
  for (let at = 0; at < index.length; at += 1) {
    const entry: unknown = index[at];
    if (typeof entry !== 'number' || !(entry >= 0 && entry < colors)) {
      throw new RangeError(`index[${at}] is ${String(entry)}, but the palette has ${colors} colours`);
    }
  }
  return screen ?? { ...size, colors };
}

/** @throws {RangeError} for a palette that is no list of 1…256 colours of three or four numbers */
export function countColors(palette: readonly Color[]): number {
  if (!Array.isArray(palette) || palette.length < 1 || palette.length > GIF_MAX_COLORS) {
    throw new RangeError(
      `a palette has 1 to ${GIF_MAX_COLORS} colours, not ${Array.isArray(palette) ? palette.length : typeof palette}`,
    );
  }
  const wrong = palette.findIndex(
    (color) => !Array.isArray(color) || color.length < 3 || color.some((part) => typeof part !== 'number'),
  );
  if (wrong >= 0) throw new RangeError(`palette[${wrong}] must be [red, green, blue], each 0 to 255`);
  return palette.length;
}

function edgeOf(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= GIF_MAX_EDGE) return value;
  throw new RangeError(`the ${name} of a frame is a whole number from 1 to ${GIF_MAX_EDGE}, not ${String(value)}`);
}
