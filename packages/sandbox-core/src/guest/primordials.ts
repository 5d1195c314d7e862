/**
 * Intrinsics as they are before any foreign code runs. The guest's own modules use only these, so that a program
 * that replaces `Array.prototype.map` or `JSON.stringify` changes nothing for us.
 * Template literals and `for…of` are absent from these modules as well: the engine runs both through methods that a
 * program can replace (`String.prototype.concat`, iterators). Text is joined with `+`.
 * @module
 */

const {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  setPrototypeOf,
} = Reflect;
const bindCall = Function.prototype.bind.bind(Function.prototype.call) as <T, A extends unknown[], R>(
  method: (this: T, ...args: A) => R,
) => (self: T, ...args: A) => R;

/** Turns a method into a function that takes its receiver first. */
export const uncurry = bindCall;

export const ReflectApply = apply;
export const ReflectConstruct = construct;
export const ReflectDefineProperty = defineProperty;
export const ReflectDeleteProperty = deleteProperty;
export const ReflectGetOwnPropertyDescriptor = getOwnPropertyDescriptor;
export const ReflectGetPrototypeOf = getPrototypeOf;
export const ReflectOwnKeys = ownKeys;
export const ReflectSetPrototypeOf = setPrototypeOf;

const TypedArrayPrototype = ReflectGetPrototypeOf(Uint8Array.prototype) as object;

/** The getter of an accessor, as a function of its receiver; it throws for a receiver of another kind. */
function getter<R>(prototype: object, key: PropertyKey): (self: unknown) => R {
  return uncurry(ReflectGetOwnPropertyDescriptor(prototype, key)?.get as (this: unknown) => R);
}

export const ArrayBufferPrototypeGetByteLength = getter<number>(ArrayBuffer.prototype, 'byteLength');
export const ArrayIsArray = Array.isArray;
export const ArrayPrototypeJoin = uncurry(Array.prototype.join);
export const ArrayPrototypeSort = uncurry(Array.prototype.sort) as <T>(
  self: T[],
  compare: (a: T, b: T) => number,
) => T[];
export const BigIntPrototypeToString = uncurry(BigInt.prototype.toString);
export const BooleanPrototypeValueOf = uncurry(Boolean.prototype.valueOf) as (self: unknown) => boolean;
export const DataViewPrototypeGetBuffer = getter<ArrayBuffer>(DataView.prototype, 'buffer');
export const DataViewPrototypeGetByteLength = getter<number>(DataView.prototype, 'byteLength');
export const DataViewPrototypeGetByteOffset = getter<number>(DataView.prototype, 'byteOffset');
export const DateNow = Date.now;
export const DatePrototypeGetTime = uncurry(Date.prototype.getTime);
export const DatePrototypeSetTime = uncurry(Date.prototype.setTime);
export const DatePrototypeToISOString = uncurry(Date.prototype.toISOString);
export const ErrorIsError = (Error as unknown as { isError(value: unknown): boolean }).isError;
export const JSONParse = JSON.parse;
export const JSONStringify = JSON.stringify;
export const MapIteratorPrototypeNext = uncurry(
  (ReflectGetPrototypeOf(new Map().entries()) as Iterator<[unknown, unknown]>).next,
) as (self: unknown) => IteratorResult<[unknown, unknown]>;
export const MapPrototypeEntries = uncurry(Map.prototype.entries) as (self: unknown) => Iterator<[unknown, unknown]>;
export const MapPrototypeForEach = uncurry(Map.prototype.forEach) as <K, V>(
  self: Map<K, V>,
  visit: (value: V, key: K) => void,
) => void;
export const MapPrototypeGetSize = getter<number>(Map.prototype, 'size');
export const MathFloor = Math.floor;
export const MathMin = Math.min;
export const NumberIsFinite = Number.isFinite;
export const NumberIsInteger = Number.isInteger;
export const NumberOf = Number;
export const NumberPrototypeToString = uncurry(Number.prototype.toString) as (self: number, radix?: number) => string;
export const NumberPrototypeValueOf = uncurry(Number.prototype.valueOf) as (self: unknown) => number;
export const ObjectCreate = Object.create as <T extends object>(prototype: T | null) => Record<string, unknown>;
export const ObjectFreeze = Object.freeze;
export const ObjectHasOwn = Object.hasOwn;
export const ObjectKeys = Object.keys;
export const ObjectPrototype = Object.prototype;
export const ObjectPrototypeToString = uncurry(Object.prototype.toString) as (self: unknown) => string;
export const RangeErrorClass = RangeError;
export const RegExpPrototypeGetFlags = getter<string>(RegExp.prototype, 'flags');
export const RegExpPrototypeGetSource = getter<string>(RegExp.prototype, 'source');
export const SetIteratorPrototypeNext = uncurry(
  (ReflectGetPrototypeOf(new Set().values()) as Iterator<unknown>).next,
) as (self: unknown) => IteratorResult<unknown>;
export const SetPrototypeForEach = uncurry(Set.prototype.forEach) as <T>(
  self: Set<T>,
  visit: (value: T) => void,
) => void;
export const SetPrototypeGetSize = getter<number>(Set.prototype, 'size');
export const SetPrototypeValues = uncurry(Set.prototype.values) as (self: unknown) => Iterator<unknown>;
// Some of this code also runs on hosts, and a page that is not cross-origin isolated has no such class.
export const SharedArrayBufferPrototypeGetByteLength = getter<number>(
  (typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer).prototype,
  'byteLength',
);
export const StringFromCharCode = String.fromCharCode;
export const StringOf = String;
export const StringPrototypeCharCodeAt = uncurry(String.prototype.charCodeAt);
export const StringPrototypeIndexOf = uncurry(String.prototype.indexOf);
export const StringPrototypeNormalize = uncurry(String.prototype.normalize) as (self: string, form: string) => string;
export const StringPrototypeReplaceAll = uncurry(String.prototype.replaceAll) as unknown as (
  self: string,
  search: string,
  replacement: string,
) => string;
export const StringPrototypeSlice = uncurry(String.prototype.slice);
export const StringPrototypeToLowerCase = uncurry(String.prototype.toLowerCase);
export const StringPrototypeToWellFormed = uncurry(
  (String.prototype as unknown as { toWellFormed(this: string): string }).toWellFormed,
) as (self: string) => string;
export const StringPrototypeValueOf = uncurry(String.prototype.valueOf) as (self: unknown) => string;
export const SymbolIterator: typeof Symbol.iterator = Symbol.iterator;
export const SymbolToString = uncurry(Symbol.prototype.toString);
export const TypeErrorClass = TypeError;
export const TypedArrayPrototypeGetBuffer = getter<ArrayBuffer>(TypedArrayPrototype, 'buffer');
export const TypedArrayPrototypeGetByteLength = getter<number>(TypedArrayPrototype, 'byteLength');
export const TypedArrayPrototypeGetByteOffset = getter<number>(TypedArrayPrototype, 'byteOffset');
export const TypedArrayPrototypeGetLength = getter<number>(TypedArrayPrototype, 'length');
export const TypedArrayPrototypeGetTag = getter<string | undefined>(TypedArrayPrototype, Symbol.toStringTag);
export const TypedArrayPrototypeSet = uncurry(Uint8Array.prototype.set) as (
  self: Uint8Array | Uint16Array,
  source: ArrayLike<number>,
  offset?: number,
) => void;
export const WeakMapPrototypeGet = uncurry(WeakMap.prototype.get) as <V>(
  self: WeakMap<object, V>,
  key: object,
) => V | undefined;
export const WeakMapPrototypeSet = uncurry(WeakMap.prototype.set) as <V>(
  self: WeakMap<object, V>,
  key: object,
  value: V,
) => unknown;

const nativeCharCodeAt = String.prototype.charCodeAt;

/**
 * `true` while `text.charCodeAt(i)` is the engine's own method. A direct call is twice as fast as a captured one, so
 * long loops ask once and then call it directly; nothing of a program can run inside such a loop.
 */
export function hasNativeCharCodeAt(text: string): boolean {
  return text.charCodeAt === nativeCharCodeAt;
}

const NativePromise = Promise;
const nativeThen = uncurry(Promise.prototype.then) as (
  self: Promise<unknown>,
  onValue?: (value: never) => unknown,
  onError?: (reason: unknown) => unknown,
) => Promise<unknown>;

/** A new promise with its two ends. */
export function promiseWithResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new NativePromise<T>((onValue, onError) => {
    resolve = onValue as (value: T) => void;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/**
 * `then` of a promise that we made. An own `constructor` keeps the species lookup away from prototypes that a
 * program may have changed.
 */
export function promiseThen(
  promise: Promise<unknown>,
  onValue?: (value: never) => unknown,
  onError?: (reason: unknown) => unknown,
): Promise<unknown> {
  ReflectDefineProperty(promise, 'constructor', {
    __proto__: null,
    value: undefined,
    writable: true,
    configurable: true,
    enumerable: false,
  } as PropertyDescriptor);
  const next = nativeThen(promise, onValue, onError);
  ReflectDeleteProperty(promise, 'constructor');
  return next;
}
