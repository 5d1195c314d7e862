/**
 * Writes ZIP archives. It is ours because the library builds them from an object, which loses an entry named
 * `__proto__`, and stamps them with local time.
 * @see APPNOTE.TXT 6.3.10, section 4.3
 * @module
 */
import { type DeflateOptions, deflateSync } from 'fflate';
import { crc32 } from './crc32.js';

/** Options of {@link writeArchive}. */
export interface WriteArchiveOptions {
  /** 0 stores, 9 compresses most; default 6. */
  level?: NonNullable<DeflateOptions['level']>;
  /** Time of all entries, 1980 to 2107, kept in steps of 2 s as UTC; default 1980-01-01. */
  modified?: Date;
}

const VERSION = 20;
const NAME_IS_UTF8 = 0x08_00;

/**
 * Bytes of an archive with these files in this order: at most 65 535 with names of at most 65 535 bytes.
 * A file that would not shrink is stored.
 * @example
 * writeArchive([['a.txt', new TextEncoder().encode('hi')]]);
 */
export function writeArchive(
  files: Iterable<readonly [name: string, bytes: Uint8Array]>,
  { level = 6, modified = new Date(Date.UTC(1980, 0)) }: WriteArchiveOptions = {},
): Uint8Array {
  const stamp = dosStamp(modified);
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const nameBytes = new TextEncoder().encode(name);
    const deflated = level === 0 ? bytes : deflateSync(bytes, { level });
    const isSmaller = deflated.length < bytes.length;
    const data = isSmaller ? deflated : bytes;
    const header = fields(
      [2, VERSION],
      [2, nameBytes.length === name.length ? 0 : NAME_IS_UTF8],
      [2, isSmaller ? 8 : 0],
      [4, stamp],
      [4, crc32(bytes)],
      [4, data.length],
      [4, bytes.length],
      [2, nameBytes.length],
      [2, 0],
    );
    directory.push(
      fields([4, 0x02_01_4b_50], [2, VERSION]),
      header,
      fields([2, 0], [4, 0], [4, 0], [4, at]),
      nameBytes,
    );
    const signature = fields([4, 0x04_03_4b_50]);
    parts.push(signature, header, nameBytes, data);
    at += signature.length + header.length + nameBytes.length + data.length;
  }
  const count = directory.length / 4;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = fields([4, 0x06_05_4b_50], [4, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return concatenate([...parts, ...directory, end]);
}

/** Date and time in the form of DOS, from the UTC fields. */
function dosStamp(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 0x1_00_00 + time;
}

function fields(...values: [size: 2 | 4, value: number][]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function concatenate(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
