/**
 * Own data properties, defined past any setter that a program put on a prototype.
 * @module
 */
import { ReflectDefineProperty } from './primordials.js';

/** Sets an own property that a loop over the object sees; writable and configurable. */
export function defineVisible(target: object, key: PropertyKey, value: unknown): void {
  define(target, key, value, true);
}

/** Sets an own property that a loop over the object does not see; writable and configurable. */
export function defineHidden(target: object, key: PropertyKey, value: unknown): void {
  define(target, key, value, false);
}

function define(target: object, key: PropertyKey, value: unknown, enumerable: boolean): void {
  ReflectDefineProperty(target, key, {
    __proto__: null,
    value,
    writable: true,
    enumerable,
    configurable: true,
  } as PropertyDescriptor);
}
