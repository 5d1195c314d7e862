import { PackFormatError, PackInputError, readBytes } from '@nodetool-ai/sandbox-pack-kit';
import { decodePixels, encodePng, flattenOnWhite } from '@nodetool-ai/sandbox-pack-kit/pixels';

/**
 * The picture as a PNG that was written here: no decoder of the engine sees bytes of the caller. Transparent places
 * become white, as text on them is meant to be read.
 * @throws {PackError} `ocr.bad-argument`, `ocr.bad-format`, `ocr.too-large`
 */
export async function readImage(where: string, value: unknown): Promise<Uint8Array> {
  const bytes = readBytes(where, 'image', value);
  try {
    return await encodePng(where, flattenOnWhite(await decodePixels(where, 'image', bytes)));
  } catch (error) {
    if (!(error instanceof PackInputError)) throw error;
    throw new PackFormatError(where, 'bad-format', 'image is no PNG, JPEG, WebP, GIF or BMP', error.hint);
  }
}
