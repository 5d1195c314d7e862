/**
 * Helpers that call no host.
 * @module
 */
import type { HelperSurface } from './shape.js';

export const TO_BASE64: HelperSurface = {
  description: 'Bytes or text (as UTF-8) to base64.',
  call: {
    name: 'toBase64',
    forms: ['(data: ByteInput): string'],
    description: 'Writes bytes, or text as UTF-8, in padded standard base64.',
    details: ['A promise is refused with the advice to await it.'],
  },
  types: [
    `/** Text (as UTF-8) or bytes. */
type ByteInput = string | ArrayBufferView | ArrayBuffer | ArrayLike<number>;`,
  ],
};

export const FROM_BASE64: HelperSurface = {
  description: 'Base64 to bytes.',
  call: {
    name: 'fromBase64',
    forms: ['(text: string): Uint8Array'],
    description: 'Reads standard or URL-safe base64; other characters are ignored.',
  },
  example: `console.log(toBase64('hi'), new TextDecoder().decode(fromBase64('aGk'))); // aGk= hi`,
};

export const TO_HEX: HelperSurface = {
  description: 'Bytes or text (as UTF-8) to hexadecimal digits.',
  call: {
    name: 'toHex',
    forms: ['(data: ByteInput): string'],
    description: 'Writes bytes, or text as UTF-8, in lower-case hexadecimal digits.',
  },
};

export const FROM_HEX: HelperSurface = {
  description: 'Hexadecimal digits to bytes.',
  call: {
    name: 'fromHex',
    forms: ['(text: string): Uint8Array'],
    description: 'Reads hexadecimal digits; other characters and a trailing odd digit are ignored.',
  },
  example: `console.log(toHex([0, 255]), fromHex('00ff')[1]); // 00ff 255`,
};

export const PARALLEL_MAP: HelperSurface = {
  description: 'An async map with a bounded number of items at work.',
  call: {
    name: 'parallelMap',
    forms: [
      '<T, R>(items: Iterable<T> | ArrayLike<T>, fn: (item: T, index: number) => R | Promise<R>, concurrency?: number): Promise<R[]>',
    ],
    description:
      'Calls `fn` for each item, 5 at a time unless told otherwise, and resolves with the results in input order.',
    details: ['`concurrency` is 1 to 32.', 'Rejects with the first failure and starts no further item.'],
  },
  example: `const squares = await parallelMap([3, 1, 2], async (n) => n * n, 2);
console.log(squares.join()); // 9,1,4`,
};
