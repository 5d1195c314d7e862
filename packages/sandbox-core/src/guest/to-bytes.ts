/**
 * Bytes of the values that helpers and bridges take as bytes.
 * @module
 */
import { viewBytes } from './bytes.js';
import {
  ArrayIsArray,
  NumberIsInteger,
  ObjectPrototypeToString,
  TypedArrayPrototypeGetTag,
  TypeErrorClass,
} from './primordials.js';
import { utf8Encode } from './utf8.js';

const Bytes = Uint8Array;

/**
 * Bytes of a string (UTF-8), typed array, `ArrayBuffer`, `DataView` or array-like of numbers.
 * @throws TypeError that names the kind of anything else
 */
export function toBytes(value: unknown, caller: string): Uint8Array {
  if (typeof value === 'string') return utf8Encode(value);
  const view = viewBytes(value);
  if (view !== undefined) return view;
  const numbers = bytesOfArrayLike(value);
  if (numbers !== undefined) return numbers;
  throw new TypeErrorClass(
    caller + ' expects a string, bytes or an array of numbers, got ' + kindOf(value) + adviceFor(value),
  );
}

/** The bytes of an array or array-like of numbers, each modulo 256; `undefined` for anything else. */
function bytesOfArrayLike(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { length } = value as { length?: unknown };
  if (typeof length !== 'number' || !NumberIsInteger(length) || length < 0) return undefined;
  const bytes = new Bytes(length);
  for (let index = 0; index < length; index++) {
    const item = (value as Record<number, unknown>)[index];
    if (typeof item !== 'number') return undefined;
    bytes[index] = item;
  }
  return bytes;
}

const promiseTag = '[object Promise]';

/** A word for what a value is, for error texts. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (ArrayIsArray(value)) return 'an array that does not hold only numbers';
  const tag = typeof value === 'object' ? TypedArrayPrototypeGetTag(value) : undefined;
  if (tag !== undefined) return 'a ' + tag;
  if (typeof value !== 'object') return value === undefined ? 'undefined' : 'a ' + typeof value;
  return isPromise(value) ? 'a promise' : 'an object';
}

function isPromise(value: unknown): boolean {
  try {
    return ObjectPrototypeToString(value) === promiseTag || typeof (value as { then?: unknown }).then === 'function';
  } catch {
    return false;
  }
}

/** What to do about a value of the wrong kind, if it is clear. */
export function adviceFor(value: unknown): string {
  return typeof value === 'object' && value !== null && isPromise(value) ? ': await it first' : '';
}
