/**
 * Modules that are evaluated ahead of a run must not depend on what the run brings. To find out, they are evaluated
 * under watch first: this notes which globals they looked for and did not find, or made. A run that brings one of that
 * name evaluates them itself. The memory of that guest is thrown away, so that nobody ever meets the watch.
 * @module
 */
import { LOOKED_AT_ALL } from './paths.js';
import {
  ObjectCreate,
  ObjectKeys,
  ReflectApply,
  ReflectDefineProperty,
  ReflectGetPrototypeOf,
  ReflectSetPrototypeOf,
  StringOf,
} from './primordials.js';

const { construct, get, has, set } = Reflect;
const NativeProxy = Proxy;
const global = globalThis as object;
const noted = ObjectCreate(null) as Record<string, true>;

function note(key: unknown): void {
  if (typeof key !== 'symbol') noted[StringOf(key)] = true;
}

/** A lookup that finds no own property of the global object goes to its prototype; all else has to ask by a function. */
export function watchGlobals(): void {
  const prototype = ReflectGetPrototypeOf(global) as object;
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
    ownKeys() {
      note(LOOKED_AT_ALL);
      return [];
    },
  });
  ReflectSetPrototypeOf(global, watcher);
  // `{ ...globalThis }` asks no function: it reads all that a loop would see, and so this as well.
  ReflectDefineProperty(global, LOOKED_AT_ALL, {
    __proto__: null,
    get: () => note(LOOKED_AT_ALL),
    enumerable: true,
    configurable: true,
  } as PropertyDescriptor);
  watchQuestions(Object, ['hasOwn', 'getOwnPropertyDescriptor', 'defineProperty'], (_, args) => args[1]);
  watchQuestions(Reflect, ['getOwnPropertyDescriptor', 'defineProperty', 'deleteProperty'], (_, args) => args[1]);
  const own = ['hasOwnProperty', 'propertyIsEnumerable', '__lookupGetter__', '__lookupSetter__'];
  watchQuestions(Object.prototype, own, (_, args) => args[0]);
  const all = ['keys', 'values', 'entries', 'getOwnPropertyNames', 'getOwnPropertyDescriptors', 'assign', 'isFrozen'];
  watchQuestions(Object, [...all, 'isSealed', 'freeze', 'seal', 'defineProperties'], () => LOOKED_AT_ALL);
  watchQuestions(Reflect, ['ownKeys'], () => LOOKED_AT_ALL);
  // Afterwards no global of a run could be made, or a lookup would pass the watch by.
  for (const holder of [Object, Reflect])
    watchQuestions(holder, ['preventExtensions', 'setPrototypeOf'], () => LOOKED_AT_ALL);
  watchQuestions(Object.prototype, ['__defineGetter__', '__defineSetter__'], (_, args) => args[0]);
  watchProxies();
  watchQuestions(JSON, ['stringify'], () => LOOKED_AT_ALL);
}

/** A proxy of the global object answers for it. */
function watchProxies(): void {
  watchQuestions(NativeProxy, ['revocable'], () => LOOKED_AT_ALL);
  (global as { Proxy: unknown }).Proxy = new NativeProxy(NativeProxy, {
    construct(target, args) {
      if (args[0] === global || args[1] === global) note(LOOKED_AT_ALL);
      return construct(target, args) as object;
    },
  });
}

/** Notes what functions are asked about the global object. */
function watchQuestions(
  holder: object,
  names: readonly string[],
  keyOf: (self: unknown, args: readonly unknown[]) => unknown,
): void {
  const functions = holder as Record<string, (...args: unknown[]) => unknown>;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const original = functions[name];
    if (original === undefined) continue;
    functions[name] = function (this: unknown, ...args: unknown[]): unknown {
      let isAsked = this === global;
      for (let at = 0; at < args.length; at++) isAsked ||= args[at] === global;
      if (isAsked) note(keyOf(this, args));
      return ReflectApply(original, this, args);
    };
  }
}

/** The names; {@link LOOKED_AT_ALL} stands for any. */
export function notedGlobals(): string[] {
  return ObjectKeys(noted);
}
