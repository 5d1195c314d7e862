/**
 * Tells what a guest object really is. The prototype chain gives the guess, an internal slot the proof; no method
 * or property of the object is looked up, so an object cannot lie and no program code runs (a proxy's
 * `getPrototypeOf` trap aside).
 * @module
 */
import { DatePrototypeGetTime, ObjectPrototype, ReflectGetPrototypeOf, uncurry } from './primordials.js';

export const PLAIN = 0;
export const DATE = 1;
export const MAP = 2;
export const SET = 3;
export const REGEXP = 4;
export const ERROR = 5;
export const TYPED_ARRAY = 6;
export const ARRAY_BUFFER = 7;
export const SHARED_BUFFER = 8;
export const DATA_VIEW = 9;
export const BOXED = 10;
export const PROMISE = 11;
export const ITERATOR = 12;
export const WEAK = 13;

type Reader = (self: unknown) => unknown;

function getter(prototype: object, key: PropertyKey): Reader {
  const get = Object.getOwnPropertyDescriptor(prototype, key)?.get;
  if (!get) throw new Error(`the engine lacks ${String(key)}`);
  return uncurry(get) as Reader;
}

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
const mapSize = getter(Map.prototype, 'size');
const setSize = getter(Set.prototype, 'size');
const regExpSource = getter(RegExp.prototype, 'source');
const isError = (Error as unknown as { isError: (value: unknown) => boolean }).isError;
const mapGet = uncurry(Map.prototype.get) as (map: Map<object, number>, key: object) => number | undefined;

export const typedArrayTag = getter(TypedArrayPrototype, Symbol.toStringTag) as (self: unknown) => string | undefined;
export const typedArrayBuffer = getter(TypedArrayPrototype, 'buffer') as (self: unknown) => ArrayBuffer;
export const typedArrayByteOffset = getter(TypedArrayPrototype, 'byteOffset') as (self: unknown) => number;
export const typedArrayByteLength = getter(TypedArrayPrototype, 'byteLength') as (self: unknown) => number;
export const typedArraySet = uncurry(Uint8Array.prototype.set) as (self: Uint8Array, source: Uint8Array) => void;
export const arrayBufferByteLength = getter(ArrayBuffer.prototype, 'byteLength') as (self: unknown) => number;
export const arrayBufferDetached = getter(ArrayBuffer.prototype, 'detached') as (self: unknown) => boolean;
export const sharedByteLength = getter(SharedArrayBuffer.prototype, 'byteLength') as (self: unknown) => number;
export const dataViewBuffer = getter(DataView.prototype, 'buffer') as (self: unknown) => ArrayBuffer;
export const dataViewByteOffset = getter(DataView.prototype, 'byteOffset') as (self: unknown) => number;
export const dataViewByteLength = getter(DataView.prototype, 'byteLength') as (self: unknown) => number;

const boxedValues: readonly Reader[] = [
  uncurry(Number.prototype.valueOf) as Reader,
  uncurry(String.prototype.valueOf) as Reader,
  uncurry(Boolean.prototype.valueOf) as Reader,
  uncurry(BigInt.prototype.valueOf) as Reader,
  uncurry(Symbol.prototype.valueOf) as Reader,
];

const kinds = new Map<object, number>([
  [Date.prototype, DATE],
  [Map.prototype, MAP],
  [Set.prototype, SET],
  [RegExp.prototype, REGEXP],
  [Error.prototype, ERROR],
  [TypedArrayPrototype, TYPED_ARRAY],
  [ArrayBuffer.prototype, ARRAY_BUFFER],
  [SharedArrayBuffer.prototype, SHARED_BUFFER],
  [DataView.prototype, DATA_VIEW],
  [Number.prototype, BOXED],
  [String.prototype, BOXED],
  [Boolean.prototype, BOXED],
  [BigInt.prototype, BOXED],
  [Symbol.prototype, BOXED],
  [Promise.prototype, PROMISE],
  [WeakMap.prototype, WEAK],
  [WeakSet.prototype, WEAK],
  [WeakRef.prototype, WEAK],
  [FinalizationRegistry.prototype, WEAK],
]);
// Every iterator and generator inherits from one of two roots: mark all that lies between an instance and Object.
for (const instance of [[][Symbol.iterator](), (function* () {})(), (async function* () {})()]) {
  let prototype = Object.getPrototypeOf(instance) as object | null;
  for (; prototype && prototype !== ObjectPrototype; prototype = Object.getPrototypeOf(prototype) as object | null) {
    kinds.set(prototype, ITERATOR);
  }
}

// A DOMException is an error to programs, but has no error slot in this engine.
const DOMExceptionPrototype = (globalThis as { DOMException?: { prototype: object } }).DOMException?.prototype;
const domExceptionName: Reader | undefined = DOMExceptionPrototype && getter(DOMExceptionPrototype, 'name');
if (DOMExceptionPrototype) kinds.set(DOMExceptionPrototype, ERROR);

/** The kind of an object that is not an array: one of the constants above. */
export function brandOf(value: object): number {
  let prototype = ReflectGetPrototypeOf(value);
  if (prototype === null || prototype === ObjectPrototype) return PLAIN;
  // A proxy may answer with ever new prototypes: stop somewhere.
  for (let steps = 0; prototype !== null && steps < 1000; steps++) {
    const kind = mapGet(kinds, prototype);
    if (kind !== undefined) return hasBrand(value, kind) ? kind : PLAIN;
    prototype = ReflectGetPrototypeOf(prototype);
  }
  return PLAIN;
}

/** The primitive inside a boxed primitive, or `undefined`. */
export function unbox(value: object): unknown {
  for (let i = 0; i < 5; i++) {
    try {
      return (boxedValues[i] as Reader)(value);
    } catch {
      // Another kind of box, or none.
    }
  }
  return undefined;
}

function hasBrand(value: object, kind: number): boolean {
  try {
    switch (kind) {
      case DATE:
        DatePrototypeGetTime(value as Date);
        return true;
      case MAP:
        mapSize(value);
        return true;
      case SET:
        setSize(value);
        return true;
      case REGEXP:
        regExpSource(value);
        return true;
      case ERROR:
        if (isError(value)) return true;
        domExceptionName?.(value);
        return domExceptionName !== undefined;
      case TYPED_ARRAY:
        return typedArrayTag(value) !== undefined;
      case ARRAY_BUFFER:
        arrayBufferByteLength(value);
        return true;
      case SHARED_BUFFER:
        sharedByteLength(value);
        return true;
      case DATA_VIEW:
        dataViewBuffer(value);
        return true;
      case BOXED:
        return unbox(value) !== undefined;
      // These have no slot that can be read without side effects; who inherits from them is taken for one.
      default:
        return true;
    }
  } catch {
    return false;
  }
}

const flagGetters: readonly (readonly [string, Reader])[] = [
  ['d', getter(RegExp.prototype, 'hasIndices')],
  ['g', getter(RegExp.prototype, 'global')],
  ['i', getter(RegExp.prototype, 'ignoreCase')],
  ['m', getter(RegExp.prototype, 'multiline')],
  ['s', getter(RegExp.prototype, 'dotAll')],
  ['u', getter(RegExp.prototype, 'unicode')],
  ['v', getter(RegExp.prototype, 'unicodeSets')],
  ['y', getter(RegExp.prototype, 'sticky')],
];

/** Source of a real RegExp, from its slot. */
export const regExpPattern = regExpSource as (self: unknown) => string;

/** Flags of a real RegExp, from its slots: the `flags` accessor would read properties a program can replace. */
export function regExpFlags(value: object): string {
  let flags = '';
  for (let i = 0; i < 8; i++) {
    const entry = flagGetters[i] as readonly [string, Reader];
    if (entry[1](value) === true) flags += entry[0];
  }
  return flags;
}
