/**
 * Bytes as text, where the platform brings no way of its own.
 * @module
 */

/** Lower-case hexadecimal digits; for digests and the like, a few bytes at a time. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
