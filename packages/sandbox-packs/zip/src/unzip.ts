/**
 * ZIP bytes to files by name.
 * @module
 */
import { clampedInteger, optionalTextList, readBytes, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { readArchive } from '@nodetool-ai/sandbox-pack-kit/archive';
import { ZIP_MAX_ARCHIVE_BYTES, ZIP_MAX_ENTRIES, ZIP_MAX_INFLATED_BYTES } from './limits.js';

const MAX_NAME_CHARS = 65_535;

/**
 * Reads an archive. A name in `only` that is not there is a warning: files may be optional.
 * @throws {PackError} `zip.bad-argument`, `zip.too-large`, `zip.bad-format`, `zip.encrypted`, `zip.unsupported`,
 * `zip.too-many`, `zip.inflated-too-large`
 */
export function unzip(
  where: string,
  input: unknown,
  given: unknown,
  warn: (text: string) => void,
): Record<string, Uint8Array> {
  const bytes = readBytes(where, 'bytes', input, ZIP_MAX_ARCHIVE_BYTES);
  const { only, maxInflatedBytes } = readOptions(where, given, {
    only: optionalTextList(ZIP_MAX_ENTRIES, MAX_NAME_CHARS),
    maxInflatedBytes: clampedInteger(0, ZIP_MAX_INFLATED_BYTES, ZIP_MAX_INFLATED_BYTES),
  });
  const wanted = only && new Set(only);
  const files = readArchive(where, bytes, {
    ...(wanted && { only: (name: string) => wanted.has(name) }),
    maxEntries: ZIP_MAX_ENTRIES,
    maxInflatedBytes,
  });
  for (const name of only ?? []) {
    if (!files.has(name)) warn(`${where}: the archive has no entry ${JSON.stringify(name.slice(0, 100))}`);
  }
  // `Object.fromEntries` defines its keys, so an entry named `__proto__` stays an entry.
  return Object.fromEntries(files);
}
