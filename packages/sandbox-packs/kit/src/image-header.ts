/**
 * Kind and size of an image from its first bytes, so that a bomb is refused before anything decodes it.
 * @module
 */
import { PackFormatError, PackInputError, PackLimitError } from './errors.js';
import { IMAGE_AREA_MAX_PIXELS, IMAGE_EDGE_MAX_PIXELS } from './limits.js';

/** Image formats that are told apart by their first bytes. */
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp';

/** What the header of an image says. */
export interface ImageHeader {
  readonly format: ImageFormat;
  /** Pixels, at least 1. */
  readonly width: number;
  /** Pixels, at least 1. */
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Undefined stands for a header that ends too early or makes no sense. */
type SizeReader = (view: DataView) => Size | undefined;

const NAMES: Record<ImageFormat, string> = { png: 'PNG', jpeg: 'JPEG', gif: 'GIF', webp: 'WebP', bmp: 'BMP' };

const SIZE_READERS: Record<ImageFormat, SizeReader> = {
  png: pngSize,
  jpeg: jpegSize,
  gif: gifSize,
  webp: webpSize,
  bmp: bmpSize,
};

/**
 * Reads format, width and height of an image from its header. Nothing is decoded: the pixels behind a right header
 * may still be damaged. A JPEG is measured as stored, its EXIF orientation is not applied.
 *
 * @param label - names the argument in errors
 * @param formats - what the caller can use
 * @throws {PackInputError} `<id>.unsupported`: another format, told by the first bytes and not by a name
 * @throws {PackFormatError} `<id>.bad-format`: the header is cut off or gives no size
 * @throws {PackLimitError} `<id>.too-large`: over 16 384 pixels on an edge, or over 33 554 432 in all
 * @example
 * const { format, width, height } = readImageHeader('docx.build', 'elements[0].data', bytes, ['png', 'jpeg']);
 */
export function readImageHeader(
  where: string,
  label: string,
  bytes: Uint8Array,
  formats: readonly ImageFormat[],
): ImageHeader {
  const format = formatOf(bytes);
  if (!format || !formats.includes(format)) {
    const known = formats.map((name) => NAMES[name]).join(' or ');
    const found = format ? `is a ${NAMES[format]} image` : 'is no image of a known format';
    throw new PackInputError(where, 'unsupported', `${label} ${found}`, `Pass ${known} bytes`);
  }
  const size = SIZE_READERS[format](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!size || size.width < 1 || size.height < 1) {
    throw new PackFormatError(
      where,
      'bad-format',
      `${label} is not a whole ${NAMES[format]} image: its header gives no size`,
      'Check that all bytes arrived',
    );
  }
  refuseHugeSize(where, label, size);
  return { format, ...size };
}

function refuseHugeSize(where: string, label: string, { width, height }: Size): void {
  if (Math.max(width, height) > IMAGE_EDGE_MAX_PIXELS) {
    throw new PackLimitError(
      where,
      'too-large',
      `${label} is ${width} x ${height}, over the limit of ${IMAGE_EDGE_MAX_PIXELS} pixels on an edge`,
      'Scale the image down first',
      'IMAGE_EDGE_MAX_PIXELS',
    );
  }
  if (width * height > IMAGE_AREA_MAX_PIXELS) {
    throw new PackLimitError(
      where,
      'too-large',
      `${label} is ${width} x ${height}, over the limit of ${IMAGE_AREA_MAX_PIXELS} pixels in all`,
      'Scale the image down first',
      'IMAGE_AREA_MAX_PIXELS',
    );
  }
}

function formatOf(bytes: Uint8Array): ImageFormat | undefined {
  const has = (offset: number, text: string) =>
    Array.from(text).every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));
  if (has(0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (has(0, '\xff\xd8\xff')) return 'jpeg';
  if (has(0, 'GIF87a') || has(0, 'GIF89a')) return 'gif';
  if (has(0, 'RIFF') && has(8, 'WEBP')) return 'webp';
  return has(0, 'BM') ? 'bmp' : undefined;
}

/** PNG, third edition, 11.2.1: IHDR is the first chunk, 13 bytes and a checksum. */
function pngSize(view: DataView): Size | undefined {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== fourLetters('IHDR')) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** ITU T.81 B.1 and B.2: markers with a length, up to the first start of frame. */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
    } else if (isStartOfFrame(marker)) {
      return at + 9 <= view.byteLength ? { width: view.getUint16(at + 7), height: view.getUint16(at + 5) } : undefined;
    } else {
      const length = view.getUint16(at + 2);
      // After the start of a scan there are pixels, and a frame must come before them.
      if (length < 2 || marker === 0xda || marker === 0xd9 || marker === 0) return undefined;
      at += 2 + length;
    }
  }
  return undefined;
}

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** GIF89a, 18: the logical screen. */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 13) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** RFC 9649 2.5 to 2.7: lossy, lossless and extended. */
function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 30) return view.byteLength >= 25 ? losslessWebpSize(view) : undefined;
  const chunk = view.getUint32(12);
  if (chunk === fourLetters('VP8X')) return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (chunk !== fourLetters('VP8 ')) return losslessWebpSize(view);
  if (uint24(view, 23) !== 0x2a019d) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function losslessWebpSize(view: DataView): Size | undefined {
  if (view.getUint32(12) !== fourLetters('VP8L') || view.getUint8(20) !== 0x2f) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** BITMAPCOREHEADER has 16-bit sizes, every later header 32-bit ones; a negative height means rows from the top. */
function bmpSize(view: DataView): Size | undefined {
  if (view.byteLength < 26) return undefined;
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  if (view.getUint32(14, true) < 40) return undefined;
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

function fourLetters(text: string): number {
  return Array.from(text).reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0);
}
