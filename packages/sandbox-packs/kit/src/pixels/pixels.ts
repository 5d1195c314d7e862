/** Pixels of one picture: 4 bytes a pixel, red, green, blue, alpha (not multiplied in), rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

/** What decodes and encodes on one platform. `decode` rejects for whatever it cannot read. */
export interface PixelBackend {
  decode(bytes: Uint8Array, mimeType: string): Promise<Pixels>;
  encodePng(pixels: Pixels): Promise<Uint8Array>;
}

/** The same picture on white, every pixel opaque. */
export function flattenOnWhite({ width, height, rgba }: Pixels): Pixels {
  const flat = new Uint8ClampedArray(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    // The length of RGBA data is a multiple of four.
    const alpha = rgba[at + 3] as number;
    const white = 255 - alpha;
    for (let channel = at; channel < at + 3; channel += 1)
      flat[channel] = ((rgba[channel] as number) * alpha) / 255 + white;
    flat[at + 3] = 255;
  }
  return { width, height, rgba: flat };
}
