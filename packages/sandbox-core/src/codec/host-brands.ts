/**
 * Tells what a host object really is, also when it comes from another realm (a `vm` context, a frame).
 * @module
 */

export type HostKind =
  | 'plain'
  | 'date'
  | 'map'
  | 'set'
  | 'regexp'
  | 'error'
  | 'typed-array'
  | 'buffer'
  | 'data-view'
  | 'boxed'
  | 'promise'
  | 'iterator'
  | 'weak';

const { toString: toStringTag, isPrototypeOf: inherits } = Object.prototype;
const iteratorRoot = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
const asyncIteratorRoot = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())),
) as object;

const WEAK_TAGS = new Set(['WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry']);

/** The kind of an object that is not an array. */
export function hostKindOf(value: object): HostKind {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return 'plain';
  const tag = tagOf(value);
  if (ArrayBuffer.isView(value)) return value instanceof DataView || tag === 'DataView' ? 'data-view' : 'typed-array';
  if (value instanceof Date || tag === 'Date') return hasSlot(value, Date.prototype.getTime) ? 'date' : 'plain';
  if (value instanceof Map || tag === 'Map') return hasSlot(value, mapSize) ? 'map' : 'plain';
  if (value instanceof Set || tag === 'Set') return hasSlot(value, setSize) ? 'set' : 'plain';
  if (value instanceof RegExp || tag === 'RegExp') return hasSlot(value, regExpSource) ? 'regexp' : 'plain';
  if (value instanceof Error || tag === 'Error' || tag === 'DOMException') return 'error';
  if (value instanceof Promise || tag === 'Promise') return 'promise';
  if (value instanceof ArrayBuffer || tag === 'ArrayBuffer') return hasSlot(value, bufferLength) ? 'buffer' : 'plain';
  if (tag === 'SharedArrayBuffer') return hasSlot(value, sharedLength) ? 'buffer' : 'plain';
  if (boxed(value, tag) !== undefined) return 'boxed';
  if (inherits.call(iteratorRoot, value) || inherits.call(asyncIteratorRoot, value)) return 'iterator';
  if (/^(?:Async)?(?:Generator|.* Iterator)$/.test(tag)) return 'iterator';
  return WEAK_TAGS.has(tag) ? 'weak' : 'plain';
}

/** The primitive inside a boxed primitive, or `undefined`. */
export function boxed(value: object, tag = tagOf(value)): string | number | boolean | bigint | symbol | undefined {
  for (const type of [String, Number, Boolean, BigInt, Symbol]) {
    if (!(value instanceof type) && tag !== type.name) continue;
    try {
      return (type.prototype.valueOf as (this: unknown) => string | number | boolean | bigint | symbol).call(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

const getterOf = (prototype: object, key: string) =>
  Object.getOwnPropertyDescriptor(prototype, key)?.get as () => unknown;
const mapSize = getterOf(Map.prototype, 'size');
const setSize = getterOf(Set.prototype, 'size');
const regExpSource = getterOf(RegExp.prototype, 'source');
const bufferLength = getterOf(ArrayBuffer.prototype, 'byteLength');
// Pages that are not isolated lack the class; then no value has the tag either.
const sharedLength =
  typeof SharedArrayBuffer === 'undefined' ? bufferLength : getterOf(SharedArrayBuffer.prototype, 'byteLength');

function tagOf(value: object): string {
  return toStringTag.call(value).slice(8, -1);
}

function hasSlot(value: object, method: () => unknown): boolean {
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}
