/**
 * Standard classes and functions that the core or the engine brings and the ES library of an editor does not know.
 * @module
 */
import type { NativeSurface } from './shape.js';

export const URL_CLASS: NativeSurface = {
  description: 'A URL, as the WHATWG standard has it.',
  declaration: `class URL {
  /** @throws {TypeError} when the text is no URL */
  constructor(url: string | { toString(): string }, base?: string | { toString(): string });
  static canParse(url: string | { toString(): string }, base?: string | { toString(): string }): boolean;
  /** \`null\` when the text is no URL. */
  static parse(url: string | { toString(): string }, base?: string | { toString(): string }): URL | null;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  /** Changes of it show in \`search\`, and the other way round. */
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}`,
  example: `const url = new URL('/find?q=tea', 'https://example.com');
url.searchParams.set('page', '2');
console.log(url.href); // https://example.com/find?q=tea&page=2`,
};

export const URL_SEARCH_PARAMS: NativeSurface = {
  description: 'The pairs of a query, as the WHATWG standard has them.',
  declaration: `class URLSearchParams {
  constructor(init?: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(callback: (value: string, name: string, params: URLSearchParams) => void, thisArg?: unknown): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  entries(): IterableIterator<[string, string]>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  toString(): string;
}`,
};

export const TEXT_ENCODER: NativeSurface = {
  description: 'Text to UTF-8.',
  declaration: `class TextEncoder {
  readonly encoding: 'utf-8';
  encode(text?: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}`,
};

export const TEXT_DECODER: NativeSurface = {
  description: 'Bytes to text.',
  details: ['Knows UTF-8, UTF-16LE, UTF-16BE and Windows-1252; another label is a RangeError.'],
  declaration: `class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string;
}`,
  example: `console.log(new TextDecoder().decode(new TextEncoder().encode('naïve'))); // naïve`,
};

export const NODETOOL: NativeSurface = {
  description: 'Holds `secrets`; a host may add to it.',
  details: ['Declare what a host adds by merging into `interface Nodetool`.'],
  types: [
    `/** The object \`nodetool\`. */
interface Nodetool {
  readonly secrets: NodetoolSecrets;
}`,
  ],
  declaration: `const nodetool: Nodetool`,
};

export const QUEUE_MICROTASK: NativeSurface = {
  description: 'Calls a function once the code that runs now has ended.',
  declaration: `function queueMicrotask(callback: () => void): void`,
};

export const INTERNAL_ERROR: NativeSurface = {
  description: 'Error of the engine itself, such as “out of memory”.',
  declaration: `class InternalError extends Error {}`,
};

export const DOM_EXCEPTION: NativeSurface = {
  description: 'Error with a name and a numeric code, as web platforms have it.',
  declaration: `class DOMException extends Error {
  constructor(message?: string, name?: string);
  readonly code: number;
}`,
};
