/**
 * SHA-256 with what both a page and Node bring.
 * @module
 */
import { hexOf } from './hex.js';

/** SHA-256 in hexadecimal; needs a secure context. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: typeof globalThis.crypto.subtle | undefined = globalThis.crypto.subtle;
  if (subtle === undefined) {
    throw new Error('the sandbox needs a secure context: serve the page over HTTPS, or from localhost');
  }
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return hexOf(digest);
}
