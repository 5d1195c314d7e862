/**
 * Freezes what the world installs, functions included, so that no pack can change it for the program after it.
 * @module
 */
import { ObjectFreeze, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys } from './primordials.js';

/** Freezes an object and the functions it holds. */
export function frozen<T extends object>(object: T): T {
  const keys = ReflectOwnKeys(object);
  for (let index = 0; index < keys.length; index++) {
    const descriptor = ReflectGetOwnPropertyDescriptor(object, keys[index] as PropertyKey);
    if (descriptor === undefined) continue;
    freezeFunction(descriptor.value);
    freezeFunction(descriptor.get);
    freezeFunction(descriptor.set);
  }
  return ObjectFreeze(object);
}

/** Freezes a class with its prototype and all methods of both. */
export function frozenClass<T extends { readonly prototype: object }>(constructor: T): T {
  frozen(constructor.prototype);
  return frozen(constructor);
}

function freezeFunction(value: unknown): void {
  if (typeof value === 'function') ObjectFreeze(value);
}
