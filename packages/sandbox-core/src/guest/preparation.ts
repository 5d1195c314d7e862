/**
 * Modules that are evaluated ahead of a run must not depend on what the run brings. While they are, this notes which
 * globals they looked for and did not find, or made: a run that brings one of that name evaluates them itself.
 * @module
 */
import { ObjectCreate, ObjectKeys, ReflectGetPrototypeOf, ReflectSetPrototypeOf, StringOf } from './primordials.js';

const { get, has, set } = Reflect;
const NativeProxy = Proxy;
const global = globalThis as object;
const prototype = ReflectGetPrototypeOf(global) as object;

let noted = ObjectCreate(null) as Record<string, true>;

function note(key: PropertyKey): void {
  if (typeof key !== 'symbol') noted[StringOf(key)] = true;
}

/** From now on names are noted: a lookup that finds no own property of the global object goes to its prototype. */
export function watchGlobals(): void {
  noted = ObjectCreate(null) as Record<string, true>;
  const watcher = new NativeProxy(prototype, {
    get(target, key, receiver) {
      note(key);
      return get(target, key, receiver);
    },
    has(target, key) {
      note(key);
      return has(target, key);
    },
    set(target, key, value, receiver) {
      note(key);
      return set(target, key, value, receiver);
    },
  });
  ReflectSetPrototypeOf(global, watcher);
}

/** Ends that, and gives the names. */
export function notedGlobals(): string[] {
  ReflectSetPrototypeOf(global, prototype);
  return ObjectKeys(noted);
}
