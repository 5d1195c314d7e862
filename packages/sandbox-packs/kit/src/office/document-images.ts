/**
 * Images of a document: PNG and JPEG by their bytes, counted together.
 * @module
 */
import { PackLimitError } from '../errors.js';
import { readImageHeader } from '../image-header.js';
import { readBytes } from '../readers.js';

/** Caps over all images of one document; the names are those of the pack's limits. */
export interface ImageCaps {
  readonly maxImages: number;
  readonly maxImagesName: string;
  /** Of one image. */
  readonly maxBytes: number;
  readonly maxTotalBytes: number;
  readonly maxTotalBytesName: string;
}

/** One image, its size in inches as it will be shown. */
export interface DocumentImage {
  readonly format: 'png' | 'jpeg';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Inches; the absent one follows from the image's own proportions. */
export interface AskedSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

const PIXELS_PER_INCH = 96;

/**
 * Starts counting. The reader checks format, pixels and caps, and sizes the image: as asked, or as its own pixels say
 * at 96 dpi, but no wider than `maxNaturalWidth` inches.
 * @throws {PackInputError} `<id>.bad-argument`, `<id>.unsupported`
 * @throws {PackFormatError} `<id>.bad-format`
 * @throws {PackLimitError} `<id>.too-large`, `<id>.too-many`
 */
export function meterImages(
  where: string,
  caps: ImageCaps,
  maxNaturalWidth: number,
): (label: string, value: unknown, asked: AskedSize) => DocumentImage {
  let images = 0;
  let total = 0;
  return (label, value, asked) => {
    const bytes = readBytes(where, label, value, caps.maxBytes);
    images += 1;
    total += bytes.byteLength;
    refuse(where, images, total, caps);
    const header = readImageHeader(where, label, bytes, ['png', 'jpeg']);
    const size = sizeOf(header, asked, maxNaturalWidth);
    return { format: header.format === 'png' ? 'png' : 'jpeg', bytes, ...size };
  };
}

function sizeOf(pixels: { width: number; height: number }, asked: AskedSize, maxNaturalWidth: number) {
  const ratio = pixels.height / pixels.width;
  if (asked.width !== undefined) return { width: asked.width, height: asked.height ?? asked.width * ratio };
  if (asked.height !== undefined) return { width: asked.height / ratio, height: asked.height };
  const width = Math.min(pixels.width / PIXELS_PER_INCH, maxNaturalWidth);
  return { width, height: width * ratio };
}

function refuse(where: string, images: number, total: number, caps: ImageCaps): void {
  if (images > caps.maxImages) {
    throw new PackLimitError(
      where,
      'too-many',
      `the document has more than ${caps.maxImages} images`,
      'Write several documents',
      caps.maxImagesName,
    );
  }
  if (total > caps.maxTotalBytes) {
    throw new PackLimitError(
      where,
      'too-large',
      `all images have more than ${caps.maxTotalBytes} bytes`,
      'Scale the images down first',
      caps.maxTotalBytesName,
    );
  }
}
