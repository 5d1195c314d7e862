/** Encodes animated GIFs with gifenc. Plain calls, no promises. */

/** Red, green and blue, each 0…255; alpha too where `rgba4444` is used. */
export type Color = [r: number, g: number, b: number, a?: number];
/** How colours are told apart: 5, 6 and 5 bits (default), 4 bits each, or 4 bits each with alpha. */
export type PixelFormat = 'rgb565' | 'rgb444' | 'rgba4444';
/** Four bytes for each pixel: red, green, blue, alpha. */
export type Rgba = Uint8Array | Uint8ClampedArray;
/** How far two colours are apart; default the squared Euclidean distance. */
export type Distance = (one: Color, other: Color) => number;

/** Options of one frame. */
export interface FrameOptions {
  /** 1…256 colours; needed for the first frame, later ones use that one unless they bring their own. */
  palette?: Color[] | null;
  /** Time that the frame is shown, in ms, rounded to 10; default 0. */
  delay?: number;
  /** Of the first frame: 0 forever (default), -1 once, n times more. */
  repeat?: number;
  /** Whether `transparentIndex` is see-through; default false. */
  transparent?: boolean;
  /** Default 0. */
  transparentIndex?: number;
  /** What happens to the frame before the next: 0…7; default -1, which leaves it to `transparent`. */
  dispose?: number;
  /** With `auto: false` alone: whether this frame begins the file. */
  first?: boolean;
}

/** A GIF that is being written. */
export interface Encoder {
  /**
   * Writes one frame.
   * @param index for each pixel the place of its colour in the palette; width × height entries
   * @param width edge in pixels, 1…16 384; later frames are no larger than the first
   * @throws RangeError for sizes, palettes and indices that make no whole GIF; TypeError for an index that is no array
   */
  writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
  /** Writes the end of the file. */
  finish(): void;
  /** A copy of what is written so far. */
  bytes(): Uint8Array;
  /** The same without copying; valid until the next write. */
  bytesView(): Uint8Array;
  /** Starts again with nothing. */
  reset(): void;
  /** With `auto: false` alone: writes `GIF89a`. */
  writeHeader(): void;
  readonly buffer: ArrayBuffer;
  readonly stream: object;
}

/**
 * Starts a GIF.
 * @example
 * const gif = GIFEncoder();
 * gif.writeFrame(applyPalette(rgba, palette), 4, 4, { palette, delay: 80 });
 * gif.finish();
 * gif.bytes();
 */
export declare function GIFEncoder(options?: { initialCapacity?: number; auto?: boolean }): Encoder;

/**
 * At most `maxColors` (1…256) colours that stand for those of a picture.
 * @throws Error containing `expected RGBA`; RangeError for another number of colours
 * @example
 * quantize(rgba, 16); // [[255, 0, 0], …]
 */
export declare function quantize(
  rgba: Rgba,
  maxColors: number,
  options?: {
    format?: PixelFormat;
    oneBitAlpha?: boolean | number;
    clearAlpha?: boolean;
    clearAlphaThreshold?: number;
    clearAlphaColor?: number;
  },
): Color[];

/**
 * For each pixel the place of the nearest colour in the palette.
 * @throws Error containing `expected RGBA`; RangeError for a palette that has not 1…256 colours
 * @example
 * applyPalette(new Uint8Array([250, 0, 0, 255]), [[0, 0, 255], [255, 0, 0]]); // Uint8Array [1]
 */
export declare function applyPalette(rgba: Rgba, palette: Color[], format?: PixelFormat): Uint8Array;

/**
 * Rounds colours in place, `roundRGB` 5 and `roundAlpha` 10 by default, so that fewer are left.
 * @throws Error containing `expected RGBA`
 * @example
 * prequantize(rgba, { roundRGB: 16, oneBitAlpha: true });
 */
export declare function prequantize(
  rgba: Rgba,
  options?: { roundRGB?: number; roundAlpha?: number; oneBitAlpha?: boolean | number | null },
): void;

/**
 * The colour of the list nearest to `pixel`; `undefined` for an empty list.
 * @example
 * nearestColor([[0, 0, 0], [255, 255, 255]], [200, 200, 200]); // [255, 255, 255]
 */
export declare function nearestColor(colors: Color[], pixel: Color, distance?: Distance): Color | undefined;
/**
 * Its place in the list; -1 for an empty list.
 * @example
 * nearestColorIndex([[0, 0, 0], [255, 255, 255]], [200, 200, 200]); // 1
 */
export declare function nearestColorIndex(colors: Color[], pixel: Color, distance?: Distance): number;
/**
 * Its place and its distance.
 * @example
 * nearestColorIndexWithDistance([[0, 0, 0], [255, 255, 255]], [250, 255, 255]); // [1, 25]
 */
export declare function nearestColorIndexWithDistance(
  colors: Color[],
  pixel: Color,
  distance?: Distance,
): [index: number, distance: number];
/**
 * Replaces colours of `palette` by known ones that are nearer than `threshold`, 5 by default.
 * @example
 * snapColorsToPalette(palette, [[255, 0, 0]]);
 */
export declare function snapColorsToPalette(palette: Color[], knownColors: Color[], threshold?: number): void;

declare const gif: {
  readonly GIFEncoder: typeof GIFEncoder;
  readonly quantize: typeof quantize;
  readonly applyPalette: typeof applyPalette;
  readonly prequantize: typeof prequantize;
  readonly nearestColor: typeof nearestColor;
  readonly nearestColorIndex: typeof nearestColorIndex;
  readonly nearestColorIndexWithDistance: typeof nearestColorIndexWithDistance;
  readonly snapColorsToPalette: typeof snapColorsToPalette;
};
export default gif;
