/**
 * Which files a compilation depends on, and whether they are still the same.
 * @module
 */
import { resolve } from 'node:path';
import { sha256 } from './canonical-json.js';
import { BUNDLE_INPUT_MAX_BYTES } from './limits.js';
import { readCapped } from './pack-files.js';

/** Where the files of a compilation were: path relative to the pack → hash, or `absent` when it must not exist. */
export type DiskRecords = [string, string][];

/** Hash written for a file that must not exist. */
export const ABSENT = 'absent';

/** Whether every file is as it was, and none is there that was not. */
export function areUnchanged(packDir: string, files: DiskRecords): boolean {
  return files.every(([path, hash]) => hashOnDisk(resolve(packDir, path)) === hash);
}

/** Hash of a file as it is now; {@link ABSENT} when it cannot be read. */
export function hashOnDisk(path: string): string {
  try {
    const bytes = readCapped(path, BUNDLE_INPUT_MAX_BYTES);
    return bytes ? sha256(bytes) : 'too large';
  } catch {
    return ABSENT;
  }
}
