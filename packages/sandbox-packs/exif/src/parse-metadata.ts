/**
 * The metadata of a photo.
 * @module
 */
import {
  flag,
  libraryReason,
  PackFormatError,
  PackInputError,
  PackLimitError,
  readBytes,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { BoundError, boundParsers } from './bounded-parsers.js';
import { containerOf } from './container.js';
import { library } from './library.js';
import { EXIF_MAX_BYTES, EXIF_MAX_TAGS, EXIF_MAX_VALUE_BYTES } from './limits.js';
import { nameTags, type TagBlocks, type TagValue } from './name-tags.js';

boundParsers();

// ICC, XMP, IPTC, Photoshop's own data; maker notes and user comments. The library keeps one set of options for ever,
// so there is one object.
const OPTIONS = {
  ifd0: { skip: [0x8773, 0x02bc, 0x83bb, 0x8649, 0x935c] },
  exif: { skip: [0x927c, 0x9286] },
  gps: true,
  ihdr: true,
  ifd1: false,
  interop: false,
  jfif: false,
  xmp: false,
  icc: false,
  iptc: false,
  makerNote: false,
  userComment: false,
  translateKeys: false,
  translateValues: false,
  reviveValues: false,
  mergeOutput: false,
  sanitize: true,
  silentErrors: false,
};

/**
 * Reads EXIF, GPS and PNG header facts. Nothing but the bytes is read, and no pixel is decoded.
 * @returns `null` for a file without metadata
 * @throws {PackError} `exif.bad-argument`, `exif.too-large`, `exif.too-many`, `exif.unsupported`, `exif.bad-format`
 */
export async function parseMetadata(
  where: string,
  input: unknown,
  given: unknown,
): Promise<Record<string, TagValue> | null> {
  const bytes = readBytes(where, 'bytes', input, EXIF_MAX_BYTES);
  const { raw } = readOptions(where, given, { raw: flag(false) });
  if (!containerOf(bytes)) throw unsupported(where);
  const named = nameTags(await readBlocks(where, bytes), raw);
  refuseTooMuch(where, named);
  return named.size === 0 ? null : Object.fromEntries(named);
}

async function readBlocks(where: string, bytes: Uint8Array): Promise<TagBlocks> {
  try {
    // A copy of its own: the library measures some values from the start of the whole buffer.
    return (await library.parse(bytes.slice(), OPTIONS)) ?? {};
  } catch (error) {
    if (error instanceof BoundError) throw overBound(where, error.limit);
    const reason = libraryReason(error);
    if (reason.includes('Unknown file format')) throw unsupported(where);
    throw new PackFormatError(
      where,
      'bad-format',
      `the metadata is damaged: ${reason}`,
      'Check that all bytes of the photo arrived',
    );
  }
}

function refuseTooMuch(where: string, named: ReadonlyMap<string, TagValue>): void {
  if (named.size > EXIF_MAX_TAGS) throw overBound(where, 'EXIF_MAX_TAGS');
  let bytes = 0;
  for (const [name, value] of named) bytes += name.length + (typeof value === 'number' ? 8 : value.length);
  if (bytes > EXIF_MAX_VALUE_BYTES) throw overBound(where, 'EXIF_MAX_VALUE_BYTES');
}

function overBound(where: string, limit: BoundError['limit']): PackLimitError {
  if (limit === 'EXIF_MAX_VALUE_BYTES') {
    const what = `the values have more than ${EXIF_MAX_VALUE_BYTES} bytes`;
    return new PackLimitError(where, 'too-large', what, 'Pass a photo with less metadata', limit);
  }
  const what = limit === 'EXIF_MAX_TAGS' ? `more than ${EXIF_MAX_TAGS} tags` : 'too many boxes';
  return new PackLimitError(where, 'too-many', `the file has ${what}`, 'Pass a photo with less metadata', limit);
}

function unsupported(where: string): PackInputError {
  return new PackInputError(
    where,
    'unsupported',
    'bytes are no JPEG, PNG, TIFF, HEIC or AVIF file',
    'Pass the bytes of the photo as they were taken',
  );
}
