/**
 * `crypto`.
 * @module
 */
import { MAX_RANDOM_BYTES } from '../../guest-limits.js';
import { grouped } from './grouped.js';
import type { BridgeSurface } from './shape.js';

const ALGORITHMS = 'The algorithm is SHA-1, SHA-256, SHA-384 or SHA-512; any other is refused by name.';

export const CRYPTO: BridgeSurface = {
  kind: 'namespace',
  description: 'Random values, digests and message authentication codes of the host.',
  details: ['`Math.random` is no source of secrets; these are.'],
  members: [
    { name: 'crypto.randomUUID', forms: ['(): string'], description: 'Makes a random UUID of version 4.' },
    {
      name: 'crypto.getRandomValues',
      forms: ['(length: number): Uint8Array', '<T extends IntegerArray>(array: T): T'],
      description: 'Makes random bytes, or fills an array of integers with them.',
      details: [`A length above ${grouped(MAX_RANDOM_BYTES)} is cut to it; a negative one is a TypeError.`],
    },
    {
      name: 'crypto.digest',
      forms: ['(algorithm: string, data: CryptoInput): Promise<Uint8Array>'],
      description: 'Computes a SHA digest.',
      details: [ALGORITHMS],
    },
    {
      name: 'crypto.hmac',
      forms: ['(algorithm: string, key: CryptoInput, data: CryptoInput): Promise<Uint8Array>'],
      description: 'Computes an HMAC with a SHA digest.',
      details: [ALGORITHMS],
    },
  ],
  types: [
    `/** Text (as UTF-8) or bytes. */
type CryptoInput = string | ArrayBufferView | ArrayBuffer | readonly number[];`,
    `/** Typed arrays that can be filled with random bits. */
type IntegerArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;`,
  ],
  example: `console.log(toHex(await crypto.digest('SHA-256', 'abc')).slice(0, 16)); // ba7816bf8f01cfea
console.log(crypto.getRandomValues(8).length); // 8`,
};
