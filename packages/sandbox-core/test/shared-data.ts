/**
 * Test vectors from outside the repository.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where shared vectors lie, relative to the repository's root: `../shared/data`. */
export function sharedDataPath(name: string): string {
  return fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));
}

/** `true` when the file is there; a suite without its vectors is skipped by name. */
export function hasSharedData(name: string): boolean {
  return existsSync(sharedDataPath(name));
}

/** The parsed JSON of a vector file. */
export function readSharedData(name: string): unknown {
  return JSON.parse(readFileSync(sharedDataPath(name), 'utf8'));
}

/** JSON of a value in ASCII, so that NUL and lone surrogates survive as source text. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
