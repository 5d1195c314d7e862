/**
 * Bytes among decoded arguments.
 * @module
 */

/** The bytes of a view or buffer, not copied; `undefined` for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}
