/**
 * Image bytes to pixels and back, over whatever decodes on the platform.
 * @module
 */
import { PackFormatError } from '../errors.js';
import { type ImageFormat, type ImageHeader, readImageHeader } from '../image-header.js';
import { loadLibrary } from '../load-library.js';
import type { PixelBackend, Pixels } from './pixels.js';
import { isWholeImage } from './whole-image.js';

const ALL_FORMATS: readonly ImageFormat[] = ['png', 'jpeg', 'webp', 'gif', 'bmp'];

/** The functions of one platform. */
export interface PixelCodec {
  /**
   * Decodes PNG, JPEG, WebP, GIF (first frame) or BMP. Format, size and completeness are checked before anything
   * decodes; the EXIF orientation of a photo is applied.
   * @throws {PackError} `<id>.unsupported`, `<id>.bad-format`, `<id>.too-large`, `<id>.unavailable`
   */
  decodePixels(where: string, label: string, bytes: Uint8Array, formats?: readonly ImageFormat[]): Promise<Pixels>;
  /**
   * Encodes as PNG.
   * @throws {PackUnavailableError} `<id>.unavailable`
   */
  encodePng(where: string, pixels: Pixels): Promise<Uint8Array>;
}

/** Builds the functions over a backend that is loaded on first use; `library` names it in errors. */
export function createPixelCodec(library: string, load: () => Promise<PixelBackend>): PixelCodec {
  return {
    async decodePixels(where, label, bytes, formats = ALL_FORMATS) {
      const header = checkImage(where, label, bytes, formats);
      const backend = await loadLibrary(where, library, load);
      let pixels: Pixels | undefined;
      try {
        pixels = await backend.decode(bytes, `image/${header.format}`);
      } catch {
        // What decoders say is no help to anyone.
      }
      if (!pixels || !hasSizeOf(header, pixels)) throw damaged(where, label);
      return pixels;
    },
    async encodePng(where, pixels) {
      const backend = await loadLibrary(where, library, load);
      return backend.encodePng(pixels);
    },
  };
}

/**
 * Checks an image without decoding it: a known format, a size within the caps, all bytes there.
 * @throws {PackError} `<id>.unsupported`, `<id>.bad-format`, `<id>.too-large`
 */
export function checkImage(
  where: string,
  label: string,
  bytes: Uint8Array,
  formats: readonly ImageFormat[] = ALL_FORMATS,
): ImageHeader {
  const header = readImageHeader(where, label, bytes, formats);
  if (!isWholeImage(header.format, bytes)) throw damaged(where, label);
  return header;
}

// A photo may lie on its side.
function hasSizeOf(header: ImageHeader, pixels: Pixels): boolean {
  const { width, height } = pixels;
  return (width === header.width && height === header.height) || (width === header.height && height === header.width);
}

function damaged(where: string, label: string): PackFormatError {
  return new PackFormatError(
    where,
    'bad-format',
    `${label} is a damaged image, or only a part of one`,
    'Check that all bytes arrived',
  );
}
