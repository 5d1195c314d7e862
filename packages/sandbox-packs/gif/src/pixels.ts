/**
 * Pixels as the library may read them: it looks at the whole buffer behind an array, not at the array's window.
 * @module
 */

/** Four bytes for each pixel: red, green, blue, alpha. */
export type Rgba = Uint8Array | Uint8ClampedArray;

/**
 * The same pixels, as an array that is all of its buffer.
 * @throws {Error} containing `expected RGBA`
 */
export function wholePixels(where: string, rgba: unknown): Rgba {
  if (!(rgba instanceof Uint8Array || rgba instanceof Uint8ClampedArray) || rgba.length % 4 !== 0) {
    throw new Error(`${where}() expected RGBA data: a Uint8Array with four bytes for each pixel`);
  }
  return rgba.byteLength === rgba.buffer.byteLength ? rgba : rgba.slice();
}
