import { PackFormatError } from '../errors.js';
import { PACK_ARCHIVE_MAX_ENTRIES, PACK_INFLATED_BYTES_MAX } from '../limits.js';
import { inflateEntry } from './inflate-entry.js';
import { isDirectory, quoted, readDirectory } from './read-directory.js';

/** Options of {@link readArchive}. */
export interface ReadArchiveOptions {
  /** Which entries to read; the others are neither inflated nor refused. Default: all. */
  only?: (name: string) => boolean;
  /** Default 10 000. */
  maxEntries?: number;
  /** Of all entries read together; default 52 428 800. */
  maxInflatedBytes?: number;
}

/**
 * Reads a ZIP archive by name, in the order of its directory; directories are left out.
 *
 * No size written in the archive is trusted: bytes count as they are produced, and a wrong size or sum is an error.
 * Names come back as written, so `../x` and `__proto__` are data.
 *
 * @throws {PackFormatError} `<id>.bad-format`, `<id>.encrypted`
 * @throws {PackLimitError} `<id>.too-many`, `<id>.inflated-too-large`
 * @throws {PackInputError} `<id>.unsupported` for other methods than stored and deflated
 * @example
 * const files = readArchive('zip.unzip', bytes, { only: (name) => name === 'data.json' });
 */
export function readArchive(
  where: string,
  bytes: Uint8Array,
  options: ReadArchiveOptions = {},
): Map<string, Uint8Array> {
  const { only, maxEntries = PACK_ARCHIVE_MAX_ENTRIES, maxInflatedBytes = PACK_INFLATED_BYTES_MAX } = options;
  const files = new Map<string, Uint8Array>();
  let left = maxInflatedBytes;
  for (const entry of readDirectory(where, bytes, maxEntries)) {
    if (isDirectory(entry.name)) {
      if (entry.inflatedSize > 0) {
        throw new PackFormatError(
          where,
          'bad-format',
          `entry ${quoted(entry.name)} is a directory with bytes`,
          'Pass a whole ZIP archive',
        );
      }
      continue;
    }
    if (only && !only(entry.name)) continue;
    const file = inflateEntry(where, bytes, entry, left, maxInflatedBytes);
    left -= file.length;
    files.set(entry.name, file);
  }
  return files;
}
