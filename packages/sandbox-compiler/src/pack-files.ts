/**
 * Reads files of a pack: never more than a cap, never outside the pack's folder.
 * @module
 */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { PackProblem } from './findings.js';
import { PACK_MAX_BYTES } from './limits.js';

/** Bytes of a file, or `undefined` when it holds more than `maxBytes`. Reads at most one byte over the cap. */
export function readCapped(path: string, maxBytes: number): Buffer | undefined {
  // Non-blocking: opening a named pipe that nobody writes to would otherwise wait for ever.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'ENOENT' });
    if (stat.size > maxBytes) return undefined;
    const buffer = Buffer.allocUnsafe(stat.size + 1);
    let used = 0;
    while (used < buffer.length) {
      const count = readSync(file, buffer, used, buffer.length - used, null);
      if (count === 0) break;
      used += count;
    }
    // One byte more than the file had when it was opened: it grew while it was read.
    if (used > stat.size) return undefined;
    return buffer.subarray(0, used);
  } finally {
    closeSync(file);
  }
}

/** True when `path` is `folder` or lies in it; both must be real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Real path of a pack's file; refuses what is missing or, links followed, lies outside of the pack. */
export function resolvePackFile(packDir: string, file: string): string {
  let real: string;
  try {
    real = realpathSync(join(packDir, file));
  } catch {
    throw new PackProblem('file-missing', `"${file}" is not in the pack. Check the path and the "files" list.`);
  }
  if (!isInside(packDir, real)) {
    throw new PackProblem('file-escapes-pack', `"${file}" leads out of the pack's folder.`);
  }
  if (!statSync(real).isFile()) throw new PackProblem('file-missing', `"${file}" is not a regular file.`);
  return real;
}

/** Reads a file of a pack; `packDir` is a real path. */
export function readPackFile(packDir: string, file: string, maxBytes: number): Buffer {
  const path = resolvePackFile(packDir, file);
  let bytes: Buffer | undefined;
  try {
    bytes = readCapped(path, maxBytes);
  } catch {
    throw new PackProblem('file-missing', `"${file}" is not a readable regular file.`);
  }
  if (!bytes) {
    throw new PackProblem('file-too-large', `"${file}" is larger than ${maxBytes} bytes.`);
  }
  return bytes;
}

/** Counts the bytes of a pack's files together. */
export class PackSize {
  #total = 0;

  /** @throws {PackProblem} `pack-too-large` */
  add<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
    this.#total += bytes.length;
    if (this.#total > PACK_MAX_BYTES) {
      throw new PackProblem('pack-too-large', `The pack's files are larger than ${PACK_MAX_BYTES} bytes together.`);
    }
    return bytes;
  }
}

/** Reads a text file of a pack as UTF-8 without a byte order mark. */
export function readPackText(packDir: string, file: string, maxBytes: number, size: PackSize): string {
  const bytes = size.add(readPackFile(packDir, file, maxBytes));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PackProblem('js-invalid', `"${file}" is not UTF-8 text.`);
  }
}
