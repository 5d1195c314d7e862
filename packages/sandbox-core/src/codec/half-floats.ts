/**
 * 16-bit floats on hosts that may lack `Float16Array`.
 * @module
 */

const NativeFloat16Array = (globalThis as { Float16Array?: new (buffer: ArrayBuffer) => ArrayBufferView }).Float16Array;

/** A `Float16Array` over the buffer where the host has the class, else a `Float32Array` of equal values. */
export function floatsFromHalves(buffer: ArrayBuffer): ArrayBufferView {
  if (NativeFloat16Array) return new NativeFloat16Array(buffer);
  return Float32Array.from(new Uint16Array(buffer), halfToNumber);
}

/** IEEE 754 binary16: one sign bit, five of exponent, ten of fraction. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
