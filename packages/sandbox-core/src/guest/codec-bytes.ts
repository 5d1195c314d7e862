/**
 * Byte values of the guest, cut to what they show: the engine's writer writes the whole buffer behind a view.
 * @module
 */
import {
  arrayBufferByteLength,
  arrayBufferDetached,
  dataViewBuffer,
  dataViewByteLength,
  dataViewByteOffset,
  sharedByteLength,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayByteOffset,
  typedArraySet,
  typedArrayTag,
} from './codec-brands.js';
import { ObjectCreate } from './primordials.js';

const NativeUint8Array = Uint8Array;
const NativeArrayBuffer = ArrayBuffer;

type TypedArrayMaker = new (buffer: ArrayBuffer) => object;
const typedArrayMakers = ObjectCreate(null) as Record<string, TypedArrayMaker>;
for (const name of [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
]) {
  typedArrayMakers[name] = (globalThis as unknown as Record<string, TypedArrayMaker>)[name] as TypedArrayMaker;
}

/** A typed array of a class over a whole buffer, or the buffer itself. */
export function viewOf(buffer: ArrayBuffer, name: string): object {
  const Maker = typedArrayMakers[name];
  return Maker === undefined ? buffer : new Maker(buffer);
}

/** A typed array of the same class over exactly its bytes; with `asBytes` a `Uint8Array` of them. Copies only a part. */
export function packTypedArray(value: object, asBytes: boolean): object {
  const name = typedArrayTag(value) as string;
  const buffer = typedArrayBuffer(value);
  const byteLength = typedArrayByteLength(value);
  const byteOffset = typedArrayByteOffset(value);
  if (isWholeBuffer(buffer, byteOffset, byteLength)) {
    return !asBytes || name === 'Uint8Array' ? value : new NativeUint8Array(buffer, 0, byteLength);
  }
  const bytes = copyWindow(buffer, byteOffset, byteLength);
  return asBytes ? bytes : new (typedArrayMakers[name] as TypedArrayMaker)(typedArrayBuffer(bytes));
}

/** The bytes that a typed array or a buffer shows, and its class. `undefined` for shared and detached memory. */
export function windowOf(
  value: object,
  isTypedArray: boolean,
): { buffer: ArrayBuffer; byteOffset: number; byteLength: number; name: string } | undefined {
  const buffer = isTypedArray ? typedArrayBuffer(value) : (value as ArrayBuffer);
  try {
    if (arrayBufferDetached(buffer)) return undefined;
    if (!isTypedArray) return { buffer, byteOffset: 0, byteLength: arrayBufferByteLength(buffer), name: 'ArrayBuffer' };
    arrayBufferByteLength(buffer);
  } catch {
    return undefined; // shared memory
  }
  const name = typedArrayTag(value) as string;
  return { buffer, byteOffset: typedArrayByteOffset(value), byteLength: typedArrayByteLength(value), name };
}

/** A buffer that the writer takes; with `asBytes` a `Uint8Array` over it. A detached one is empty. */
export function packArrayBuffer(value: object, asBytes: boolean): object {
  const buffer = arrayBufferDetached(value) ? new NativeArrayBuffer(0) : (value as ArrayBuffer);
  return asBytes ? new NativeUint8Array(buffer) : buffer;
}

/** A copy of shared memory. */
export function packSharedBuffer(value: object, asBytes: boolean): object {
  const bytes = copyWindow(value as ArrayBuffer, 0, sharedByteLength(value));
  return asBytes ? bytes : typedArrayBuffer(bytes);
}

/** A copy of the window that a `DataView` shows. */
export function packDataView(value: object, asBytes: boolean): object {
  const bytes = copyWindow(dataViewBuffer(value), dataViewByteOffset(value), dataViewByteLength(value));
  return asBytes ? bytes : typedArrayBuffer(bytes);
}

/** True when a view shows every byte of a buffer that the binary format can carry. */
export function isWholeBuffer(buffer: ArrayBuffer, byteOffset: number, byteLength: number): boolean {
  try {
    return byteOffset === 0 && arrayBufferByteLength(buffer) === byteLength && !arrayBufferDetached(buffer);
  } catch {
    return false; // shared memory
  }
}

function copyWindow(buffer: ArrayBuffer, byteOffset: number, byteLength: number): Uint8Array {
  const copy = new NativeUint8Array(byteLength);
  if (byteLength > 0) typedArraySet(copy, new NativeUint8Array(buffer, byteOffset, byteLength));
  return copy;
}
