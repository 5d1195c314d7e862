/**
 * Tells what a host object really is, also when it comes from another realm (a `vm` context, a frame).
 * @module
 */

export type HostKind =
  | 'plain' | 'date' | 'map' | 'set' | 'regexp' | 'error' | 'typed-array' | 'buffer' | 'data-view'
  | 'boxed' | 'promise' | 'iterator' | 'weak';

const toStringTag = Object.prototype.toString;
const iteratorRoot = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
const asyncIteratorRoot = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())),
) as object;

/** The kind of an object that is not an array. */
export function hostKindOf(value: object): HostKind {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return 'plain';
  if (ArrayBuffer.isView(value)) return value instanceof DataView || isTagged(value, 'DataView') ? 'data-view' : 'typed-array';
  if (value instanceof Date || isTagged(value, 'Date')) return hasSlot(value, Date.prototype.getTime) ? 'date' : 'plain';
  if (value instanceof Map || isTagged(value, 'Map')) return hasSlot(value, mapSize) ? 'map' : 'plain';
  if (value instanceof Set || isTagged(value, 'Set')) return hasSlot(value, setSize) ? 'set' : 'plain';
  if (value instanceof RegExp || isTagged(value, 'RegExp')) return 'regexp';
  if (value instanceof Error || isTagged(value, 'Error') || isTagged(value, 'DOMException')) return 'error';
  if (value instanceof Promise || isTagged(value, 'Promise')) return 'promise';
  if (value instanceof ArrayBuffer || isTagged(value, 'ArrayBuffer') || isTagged(value, 'SharedArrayBuffer')) {
    return 'buffer';
  }
  if (boxed(value) !== undefined) return 'boxed';
  if (iteratorRoot.isPrototypeOf(value) || asyncIteratorRoot.isPrototypeOf(value)) return 'iterator';
  if (/^\[object (?:Async)?(?:Generator|.* Iterator)\]$/.test(toStringTag.call(value))) return 'iterator';
  for (const name of ['WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry']) {
    if (isTagged(value, name)) return 'weak';
  }
  return 'plain';
}

/** The primitive inside a boxed primitive, or `undefined`. */
export function boxed(value: object): string | number | boolean | bigint | symbol | undefined {
  for (const type of [String, Number, Boolean, BigInt, Symbol]) {
    if (!(value instanceof type) && !isTagged(value, type.name)) continue;
    try {
      return (type.prototype.valueOf as (this: unknown) => string | number | boolean | bigint | symbol).call(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size')?.get as () => unknown;
const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size')?.get as () => unknown;

function isTagged(value: object, tag: string): boolean {
  return toStringTag.call(value) === `[object ${tag}]`;
}

function hasSlot(value: object, method: () => unknown): boolean {
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}
