/**
 * The engine's binary object format, version 23: tags and class numbers. Pinned to the engine's WASM file.
 * @module
 */

export const FORMAT_VERSION = 23;

export const TAG_NULL = 1;
export const TAG_UNDEFINED = 2;
export const TAG_FALSE = 3;
export const TAG_TRUE = 4;
export const TAG_INT32 = 5;
export const TAG_FLOAT64 = 6;
export const TAG_STRING = 7;
export const TAG_OBJECT = 8;
export const TAG_ARRAY = 9;
export const TAG_BIGINT = 10;
export const TAG_TYPED_ARRAY = 14;
export const TAG_ARRAY_BUFFER = 15;
export const TAG_REGEXP = 17;
export const TAG_DATE = 18;
export const TAG_BOXED = 19;
export const TAG_REFERENCE = 20;
export const TAG_MAP = 21;
export const TAG_SET = 22;
export const TAG_SYMBOL = 23;

/** Kinds of an atom in the table at the front; all but the first two are symbols and private names. */
export const ATOM_CONSTANT = 0;
export const ATOM_STRING = 1;

/** Capacity word of a buffer that cannot grow. */
export const FIXED_LENGTH = 0xffff_ffff;

/** Typed array classes in the order of their numbers. */
export const TYPED_ARRAY_NAMES = [
  'Uint8ClampedArray',
  'Int8Array',
  'Uint8Array',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
] as const;

/** Bytes of one element, by class number. */
export const TYPED_ARRAY_ELEMENT_BYTES = [1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8] as const;

/** Class number of the 16-bit floats, which not every host has. */
export const FLOAT16_CLASS = 9;
