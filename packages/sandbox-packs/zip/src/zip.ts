/**
 * Files by name to ZIP bytes.
 * @module
 */
import {
  isPlainObject,
  kindOf,
  PackInputError,
  PackLimitError,
  readBytes,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { writeArchive } from '@nodetool-ai/sandbox-pack-kit/archive';
import { levelOption } from './level-option.js';
import { ZIP_MAX_ENTRIES, ZIP_MAX_INFLATED_BYTES } from './limits.js';
import { mtimeOption } from './mtime-option.js';

const MAX_NAME_BYTES = 65_535;

/**
 * Writes an archive with the files in key order.
 * @throws {PackError} `zip.bad-argument`, `zip.too-many`, `zip.too-large`
 */
export function zip(where: string, input: unknown, given: unknown): Uint8Array {
  if (!isPlainObject(input)) {
    throw refusal(where, `files must be a plain object, not ${kindOf(input)}`, 'Pass { "name.txt": "text or bytes" }');
  }
  const { level, mtime } = readOptions(where, given, {
    level: levelOption,
    mtime: mtimeOption,
  });
  const names = Object.keys(input);
  if (names.length > ZIP_MAX_ENTRIES) {
    throw new PackLimitError(
      where,
      'too-many',
      `files has ${names.length} entries, over the limit of ${ZIP_MAX_ENTRIES}`,
      'Write several archives',
      'ZIP_MAX_ENTRIES',
    );
  }
  let left = ZIP_MAX_INFLATED_BYTES;
  const files = names.map((name): [string, Uint8Array] => {
    checkName(where, name);
    const bytes = contentOf(where, name, input[name]);
    left -= bytes.length + name.length;
    if (left < 0) {
      throw new PackLimitError(
        where,
        'too-large',
        `files has more than ${ZIP_MAX_INFLATED_BYTES} bytes`,
        'Write several archives',
        'ZIP_MAX_INFLATED_BYTES',
      );
    }
    if (name.endsWith('/') && bytes.length > 0) {
      throw refusal(where, `${label(name)} is a directory and has bytes`, 'Take the / off its end');
    }
    return [name, bytes];
  });
  return writeArchive(files, { level, modified: mtime });
}

// What unpacks outside of its folder elsewhere is not written here.
const NAME_FAULTS: [fault: string, isFault: (name: string) => boolean][] = [
  ['is empty', (name) => name === ''],
  ['begins with /', (name) => name.startsWith('/')],
  ['has a backslash', (name) => name.includes('\\')],
  ['has a .. segment', (name) => name.split('/').includes('..')],
  ['has half a character', (name) => /\p{Surrogate}/u.test(name)],
  [`has more than ${MAX_NAME_BYTES} bytes`, (name) => new TextEncoder().encode(name).length > MAX_NAME_BYTES],
];

function checkName(where: string, name: string): void {
  for (const [fault, isFault] of NAME_FAULTS) {
    if (isFault(name)) {
      throw refusal(where, `the name ${label(name)} ${fault}`, 'Use a relative name such as "folder/file.txt"');
    }
  }
}

function contentOf(where: string, name: string, value: unknown): Uint8Array {
  if (typeof value !== 'string') return readBytes(where, label(name), value, ZIP_MAX_INFLATED_BYTES);
  // Encoding more than the cap would only cost memory.
  return new TextEncoder().encode(value.slice(0, ZIP_MAX_INFLATED_BYTES + 1));
}

function label(name: string): string {
  return `files[${JSON.stringify(name.length > 100 ? `${name.slice(0, 99)}…` : name)}]`;
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
