/**
 * Header lines, whose names have no letter case and may come more than once.
 * @module
 */
import type { HeaderPair } from './transport.js';

/** The value of the first line with a name, which is given in lower case. */
export function headerOf(headers: readonly HeaderPair[], lowerCaseName: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];
}

/** One line per lower-case name, in the order of the first ones; values are joined with a comma. */
export function combinedHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const earlier = values.get(key);
    values.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return [...values];
}
