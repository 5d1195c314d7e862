/**
 * Host side of `crypto`: the platform's Web Crypto, the same in Node and in a page.
 * @module
 */
import { MAX_RANDOM_BYTES } from '../guest-limits.js';
import type { BridgeTable } from './bridge.js';

const ALGORITHMS = new Map([
  ['SHA1', 'SHA-1'],
  ['SHA256', 'SHA-256'],
  ['SHA384', 'SHA-384'],
  ['SHA512', 'SHA-512'],
]);

/** The bridges `crypto.randomUUID`, `crypto.getRandomValues`, `crypto.digest` and `crypto.hmac`. */
export function cryptoBridges(): BridgeTable {
  return new Map<string, (args: unknown[]) => unknown>([
    ['crypto.randomUUID', () => globalThis.crypto.randomUUID()],
    ['crypto.getRandomValues', (args) => randomBytes(args[0])],
    [
      'crypto.digest',
      async (args) => {
        const algorithm = algorithmOf(args[0]);
        return new Uint8Array(await globalThis.crypto.subtle.digest(algorithm, bytesOf(args[1], 'digest: data')));
      },
    ],
    [
      'crypto.hmac',
      (args) => hmac(algorithmOf(args[0]), bytesOf(args[1], 'hmac: key'), bytesOf(args[2], 'hmac: data')),
    ],
  ]);
}

function randomBytes(value: unknown): Uint8Array {
  const length = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isFinite(length) || length < 0) {
    throw new TypeError('crypto.getRandomValues: expects a length of 0 or more');
  }
  return globalThis.crypto.getRandomValues(new Uint8Array(Math.min(Math.floor(length), MAX_RANDOM_BYTES)));
}

const BLOCK_BYTES = new Map([
  ['SHA-1', 64],
  ['SHA-256', 64],
  ['SHA-384', 128],
  ['SHA-512', 128],
]);

async function hmac(
  algorithm: string,
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  // Some platforms refuse an empty key. HMAC pads keys with zeros to a block (RFC 2104), so one block of them is equal.
  const raw = key.byteLength === 0 ? new Uint8Array(BLOCK_BYTES.get(algorithm) as number) : key;
  const imported = await subtle.importKey('raw', raw, { name: 'HMAC', hash: algorithm }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, data));
}

function algorithmOf(value: unknown): string {
  const name = typeof value === 'string' ? value.trim().toUpperCase() : '';
  const algorithm = ALGORITHMS.get(name.replace('SHA-', 'SHA'));
  if (algorithm !== undefined) return algorithm;
  const shown = typeof value === 'string' ? ` "${value.slice(0, 50)}"` : '';
  throw new TypeError(`crypto: unsupported algorithm${shown}; use SHA-1, SHA-256, SHA-384 or SHA-512`);
}

/** Bytes of a text (UTF-8), a view, a buffer or an array of numbers, in a buffer of their own window. */
function bytesOf(value: unknown, what: string): Uint8Array<ArrayBuffer> {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'number'))
    return Uint8Array.from(value as number[]);
  throw new TypeError(`crypto.${what} must be a string or Uint8Array`);
}
