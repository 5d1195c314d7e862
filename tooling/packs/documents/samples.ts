/**
 * Documents that this project did not write: sample and test files inside published packages.
 * @module
 */
import { readFileSync } from 'node:fs';

/** Bytes of a file below `node_modules` of this folder's package. */
export function sample(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../node_modules/${path}`, import.meta.url)));
}

/** The same, as UTF-8 text. */
export function sampleText(path: string): string {
  return readFileSync(new URL(`../node_modules/${path}`, import.meta.url), 'utf8');
}
