/**
 * Writes bigints and bytes in the engine's format.
 * @module
 */
import type { ByteWriter } from './byte-writer.js';
import { FIXED_LENGTH, TAG_ARRAY_BUFFER, TAG_BIGINT, TAG_TYPED_ARRAY, TYPED_ARRAY_NAMES } from './format.js';

const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)?.get as () => (typeof TYPED_ARRAY_NAMES)[number];

/** Two's complement, least significant byte first, as few bytes as hold the sign. */
export function writeBigint(body: ByteWriter, value: bigint): void {
  const digits = (value < 0n ? -value - 1n : value).toString(16);
  const bits = digits.length * 4 + 29 - Math.clz32(Number.parseInt(digits.charAt(0), 16));
  const count = value === 0n ? 0 : Math.ceil(bits / 8);
  const hex = BigInt.asUintN(count * 8, value)
    .toString(16)
    .padStart(count * 2, '0');
  body.byte(TAG_BIGINT);
  body.leb(count);
  for (let i = count - 1; i >= 0; i--) body.byte(Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
}

/** Class of a typed array; a `Buffer` is a `Uint8Array` here. */
export function typedArrayName(value: object): (typeof TYPED_ARRAY_NAMES)[number] {
  return typedArrayTag.call(value);
}

/** A typed array over a buffer of exactly the bytes it shows. */
export function writeTypedArray(body: ByteWriter, value: Uint8Array): void {
  body.byte(TAG_TYPED_ARRAY);
  body.byte(TYPED_ARRAY_NAMES.indexOf(typedArrayName(value)));
  body.leb(value.length);
  body.leb(0);
  writeBuffer(body, value.buffer, value.byteOffset, value.byteLength);
}

/** A window of a buffer, as a buffer of its own. */
export function writeBuffer(body: ByteWriter, buffer: ArrayBufferLike, byteOffset: number, byteLength: number): void {
  body.byte(TAG_ARRAY_BUFFER);
  body.leb(byteLength);
  body.leb(FIXED_LENGTH);
  // A detached buffer has no bytes, and no view can be made of it.
  if (byteLength > 0) body.raw(new Uint8Array(buffer, byteOffset, byteLength));
}
