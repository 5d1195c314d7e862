/**
 * Intrinsics as they are before any foreign code runs. The guest's own modules use only these, so that a program
 * that replaces `Array.prototype.map` or `JSON.stringify` changes nothing for us.
 * @module
 */

const { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
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

export const ArrayIsArray = Array.isArray;
export const ArrayPrototypeJoin = uncurry(Array.prototype.join);
export const ArrayPrototypePush = uncurry(Array.prototype.push) as (self: unknown[], ...items: unknown[]) => number;
export const BigIntPrototypeToString = uncurry(BigInt.prototype.toString);
export const DatePrototypeGetTime = uncurry(Date.prototype.getTime);
export const DatePrototypeToISOString = uncurry(Date.prototype.toISOString);
export const JSONParse = JSON.parse;
export const JSONStringify = JSON.stringify;
export const MapPrototypeForEach = uncurry(Map.prototype.forEach) as <K, V>(
  self: Map<K, V>,
  visit: (value: V, key: K) => void,
) => void;
export const MathFloor = Math.floor;
export const MathMin = Math.min;
export const NumberIsFinite = Number.isFinite;
export const NumberIsInteger = Number.isInteger;
export const ObjectCreate = Object.create as <T extends object>(prototype: T | null) => Record<string, unknown>;
export const ObjectDefineProperty = Object.defineProperty;
export const ObjectFreeze = Object.freeze;
export const ObjectHasOwn = Object.hasOwn;
export const ObjectKeys = Object.keys;
export const ObjectPrototype = Object.prototype;
export const ObjectPrototypeToString = uncurry(Object.prototype.toString) as (self: unknown) => string;
export const RegExpPrototypeExec = uncurry(RegExp.prototype.exec);
export const SetPrototypeForEach = uncurry(Set.prototype.forEach) as <T>(self: Set<T>, visit: (value: T) => void) => void;
export const StringFromCharCode = String.fromCharCode;
export const StringPrototypeCharCodeAt = uncurry(String.prototype.charCodeAt);
export const StringPrototypeIndexOf = uncurry(String.prototype.indexOf);
export const StringPrototypeSlice = uncurry(String.prototype.slice);
export const StringPrototypeToLowerCase = uncurry(String.prototype.toLowerCase);
export const StringPrototypeToUpperCase = uncurry(String.prototype.toUpperCase);
export const StringPrototypeTrim = uncurry(String.prototype.trim);
export const SymbolToString = uncurry(Symbol.prototype.toString);

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
  ReflectDefineProperty(promise, 'constructor', { value: undefined, writable: true, configurable: true, enumerable: false });
  const next = nativeThen(promise, onValue, onError);
  ReflectDeleteProperty(promise, 'constructor');
  return next;
}
