/** What the pack uses of gifenc, which has no types of its own. */
declare module 'gifenc' {
  export type Color = [r: number, g: number, b: number, a?: number];
  export type PixelFormat = 'rgb565' | 'rgb444' | 'rgba4444';
  export interface FrameOptions {
    palette?: Color[] | null;
    first?: boolean;
    delay?: number;
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
    colorDepth?: number;
  }
  export interface Encoder {
    writeHeader(): void;
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
    bytesView(): Uint8Array;
    reset(): void;
    readonly buffer: ArrayBuffer;
    readonly stream: object;
  }
  export interface Library {
    GIFEncoder(options?: { initialCapacity?: number; auto?: boolean }): Encoder;
    quantize(rgba: Uint8Array | Uint8ClampedArray, maxColors: number, options?: object): Color[];
    applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Color[], format?: PixelFormat): Uint8Array;
    nearestColor(colors: Color[], pixel: Color, distance?: Distance): Color | undefined;
    nearestColorIndex(colors: Color[], pixel: Color, distance?: Distance): number;
    nearestColorIndexWithDistance(
      colors: Color[],
      pixel: Color,
      distance?: Distance,
    ): [index: number, distance: number];
    snapColorsToPalette(palette: Color[], knownColors: Color[], threshold?: number): void;
  }
  type Distance = (one: Color, other: Color) => number;
  export const quantize: Library['quantize'];
  /** The encoder alone in the library's ES module, all of the library in its CommonJS form. */
  const encoderOrLibrary: Library['GIFEncoder'] | Library;
  export default encoderOrLibrary;
}
