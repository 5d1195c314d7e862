/**
 * Gives a class the `Symbol.toStringTag` that its standard asks for.
 * @module
 */
import { ReflectDefineProperty } from './primordials.js';

const { toStringTag } = Symbol;

/** Sets tag and name of a class, both read-only: the bundler may have renamed the class. */
export function tagged<T extends { readonly prototype: object }>(constructor: T, name: string): T {
  define(constructor.prototype, toStringTag, name);
  define(constructor, 'name', name);
  return constructor;
}

function define(target: object, key: PropertyKey, value: string): void {
  ReflectDefineProperty(target, key, {
    __proto__: null,
    value,
    writable: false,
    enumerable: false,
    configurable: true,
  } as PropertyDescriptor);
}
