/**
 * Own properties, defined past any setter: a key `__proto__` becomes an ordinary one and changes no prototype.
 * @module
 */

/** Sets an own property that a loop over the object sees; writable and configurable. */
export function defineOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
