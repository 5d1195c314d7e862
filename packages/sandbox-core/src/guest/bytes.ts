/**
 * Views of the bytes of whatever holds bytes, read by captured getters only.
 * @module
 */
import {
  ArrayBufferPrototypeGetByteLength,
  ArrayIsArray,
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  MathMin,
  ReflectApply,
  ReflectDefineProperty,
  SharedArrayBufferPrototypeGetByteLength,
  StringFromCharCode,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetTag,
} from './primordials.js';

const Bytes = Uint8Array;
const Units = Uint16Array;

/** `true` for every class of typed array, whatever its prototype is. */
export function isTypedArray(value: unknown): value is ArrayBufferView {
  return typeof value === 'object' && value !== null && TypedArrayPrototypeGetTag(value) !== undefined;
}

/** The bytes of a typed array, `DataView`, `ArrayBuffer` or `SharedArrayBuffer`, not copied; else `undefined`. */
export function viewBytes(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isTypedArray(value)) {
    return new Bytes(
      TypedArrayPrototypeGetBuffer(value),
      TypedArrayPrototypeGetByteOffset(value),
      TypedArrayPrototypeGetByteLength(value),
    );
  }
  if (ArrayIsArray(value)) return undefined;
  // Each getter throws for another kind of object, which makes it the one test that a program cannot fool.
  try {
    return new Bytes(value as ArrayBuffer, 0, ArrayBufferPrototypeGetByteLength(value));
  } catch {
    /* not an ArrayBuffer */
  }
  try {
    return new Bytes(
      DataViewPrototypeGetBuffer(value),
      DataViewPrototypeGetByteOffset(value),
      DataViewPrototypeGetByteLength(value),
    );
  } catch {
    /* not a DataView */
  }
  try {
    return new Bytes(value as ArrayBuffer, 0, SharedArrayBufferPrototypeGetByteLength(value));
  } catch {
    /* not a SharedArrayBuffer */
  }
  return undefined;
}

const CHUNK = 8192;
const fixedLength = { __proto__: null, value: 0, configurable: true } as PropertyDescriptor;

/** Code units `start`…`end` of an array as a string; each element is one UTF-16 unit. */
export function unitsToString(units: Uint8Array | Uint16Array, start: number, end: number): string {
  const isWide = TypedArrayPrototypeGetTag(units) === 'Uint16Array';
  const buffer = TypedArrayPrototypeGetBuffer(units);
  const offset = TypedArrayPrototypeGetByteOffset(units);
  let text = '';
  for (let from = start; from < end; from += CHUNK) {
    const length = MathMin(end - from, CHUNK);
    const part = isWide ? new Units(buffer, offset + from * 2, length) : new Bytes(buffer, offset + from, length);
    // `apply` asks for `length`, whose getter a program may have replaced; an own property answers first.
    fixedLength.value = length;
    ReflectDefineProperty(part, 'length', fixedLength);
    text += ReflectApply(StringFromCharCode, undefined, part);
  }
  return text;
}
