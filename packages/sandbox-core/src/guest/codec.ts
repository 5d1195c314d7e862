/**
 * The guest's half of the value codec: `revive` for what comes in, `looksRaw` and `pack` for what goes out.
 * @module
 */
import { MAX_VALUE_DEPTH } from '../guest-limits.js';
import {
  ARRAY_BUFFER,
  arrayBufferByteLength,
  brandOf,
  DATE,
  MAP,
  PLAIN,
  SET,
  TYPED_ARRAY,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayByteOffset,
} from './codec-brands.js';
import { isWholeBuffer, viewOf } from './codec-bytes.js';
import type { PackMode } from './codec-frame.js';
import { type Bag, bareArray } from './codec-frame.js';
import { isPlainDate } from './codec-pack.js';
import { defineHidden } from './own-property.js';
import {
  ArrayIsArray,
  MapPrototypeForEach,
  ObjectCreate,
  ObjectHasOwn,
  ReflectConstruct,
  ReflectDeleteProperty,
  SetPrototypeForEach,
  uncurry,
} from './primordials.js';

export { MAX_ARRAY_LENGTH } from './codec-containers.js';
export type { PackHelp, PackMode } from './codec-frame.js';
export { pack } from './codec-pack.js';
export { isRefusal } from './codec-refusal.js';

const NativeMap = Map;
const NativeSet = Set;
const NativeRegExp = RegExp;
const objectValues = Object.values as (value: object) => unknown[];
const mapSet = uncurry(Map.prototype.set) as (map: Map<unknown, unknown>, key: unknown, value: unknown) => unknown;
const setAdd = uncurry(Set.prototype.add) as (set: Set<unknown>, value: unknown) => unknown;

const errorClasses = ObjectCreate(null) as Record<string, ErrorConstructor>;
for (const constructor of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
  errorClasses[constructor.name] = constructor as ErrorConstructor;
}
// Not in the standard, but what the engine throws when memory runs out.
const internalError = (globalThis as unknown as { InternalError?: ErrorConstructor }).InternalError;
if (internalError) errorClasses['InternalError'] = internalError;

/**
 * Turns a natively decoded envelope of the host into the value it stands for. Patches come deepest path first, so
 * that a part is finished before its whole is converted.
 *
 * @param makeFunction - gives the guest function behind a host function's id
 */
export function revive(envelope: unknown, makeFunction: (id: number) => unknown): unknown {
  const holder = envelope as Bag & { length: number };
  if (holder.length > 1) {
    const patches = holder[1] as Bag & { length: number };
    for (let i = 0; i < patches.length; i++) {
      const patch = patches[i] as Bag;
      const path = patch[0] as Bag & { length: number };
      // The tree itself sits at key 0 of the envelope.
      let parent: Bag = holder;
      let key: PropertyKey = 0;
      for (let step = 0; step < path.length; step++) {
        parent = parent[key] as Bag;
        key = path[step] as PropertyKey;
      }
      // Always an own data property that exists: a plain store meets no setter.
      parent[key] = applyPatch(parent[key], patch[1] as string, patch[2], makeFunction, holder);
    }
  }
  return holder[0];
}

function applyPatch(
  node: unknown,
  kind: string,
  data: unknown,
  makeFunction: (id: number) => unknown,
  holder: Bag,
): unknown {
  const list = node as Bag & { length: number };
  switch (kind) {
    case 'tree':
      return data;
    case 'fn':
      return makeFunction(data as number);
    case 'bytes':
      // Behind the tree and its patches stand the buffers that rode beside them.
      return viewOf(holder[2 + ((data as Bag)[0] as number)] as ArrayBuffer, (data as Bag)[1] as string);
    case 'regexp': {
      const source = (data as Bag)[0] as string;
      const flags = (data as Bag)[1] as string;
      try {
        return new NativeRegExp(source, flags);
      } catch {
        return { source, flags }; // a pattern that only the host understands
      }
    }
    case 'error':
      return makeError(node as Bag);
    case 'map': {
      const map = new NativeMap<unknown, unknown>();
      for (let i = 0; i < list.length; i += 2) mapSet(map, list[i], list[i + 1]);
      return map;
    }
    case 'set': {
      const set = new NativeSet<unknown>();
      for (let i = 0; i < list.length; i++) setAdd(set, list[i]);
      return set;
    }
    case 'holes': {
      const runs = data as Bag & { length: number };
      for (let i = 0; i < runs.length; i += 2) {
        const from = runs[i] as number;
        for (let at = from + (runs[i + 1] as number) - 1; at >= from; at--) ReflectDeleteProperty(list, at);
      }
      return list;
    }
    default:
      throw new TypeError('unknown patch ' + kind);
  }
}

/**
 * A real error from plain parts: `name`, `message`, and `code` and `cause` where own. The class is the standard
 * one of that name, else `Error`.
 */
export function makeError(parts: Record<PropertyKey, unknown>): Error {
  const name = parts['name'] as string;
  const constructor = errorClasses[name];
  const error = ReflectConstruct(constructor ?? (errorClasses['Error'] as ErrorConstructor), [
    parts['message'],
  ]) as Error;
  ReflectDeleteProperty(error, 'stack');
  if (constructor === undefined) defineHidden(error, 'name', name);
  if (ObjectHasOwn(parts, 'code')) defineHidden(error, 'code', parts['code']);
  if (ObjectHasOwn(parts, 'cause')) defineHidden(error, 'cause', parts['cause']);
  return error;
}

/** Shared objects can multiply: past this many `pack` takes over. */
const MAX_VISITS = 200_000;

/**
 * Says whether the bytes that the engine's writer made of `[value]` are right as they are. Ask only after that
 * write succeeded, which proves that no function, promise, proxy, error, accessor or iterator is inside.
 *
 * What is left to check, and why it is enough:
 * - modes 1 and 2: `toJSON`. An enumerable own one would have failed the write (it is a function), so what remains
 *   are hidden and inherited ones; both show up in one plain read per object. Without a `toJSON`, a class instance
 *   is written as JSON would write it.
 * - mode 0: holes, which are written as `undefined`.
 * - views of a part of a buffer (the whole buffer is written), RegExp (written as bytecode), boxed primitives and
 *   symbols: not raw. Symbol and private keys are written, and dropped by the reader.
 *
 */
function looksRawUnseen(value: unknown, mode: PackMode): boolean {
  if (value === null || typeof value !== 'object') return typeof value !== 'function' && typeof value !== 'symbol';
  // Level by level, so that a cycle shows as too many levels after little work.
  let level = bareArray();
  let levelSize = 1;
  level[0] = value;
  let next = bareArray();
  let nextSize = 0;
  let at = 0;
  let depth = 1;
  let visits = 0;
  let hasSymbol = false;
  const push = (child: unknown): void => {
    if (typeof child === 'object' && child !== null) next[nextSize++] = child;
    else if (typeof child === 'symbol') hasSymbol = true;
  };
  for (;;) {
    if (at === levelSize) {
      if (nextSize === 0) return !hasSymbol;
      level = next;
      levelSize = nextSize;
      next = bareArray();
      nextSize = 0;
      at = 0;
      depth++;
    }
    if (depth > MAX_VALUE_DEPTH && !isLeaf(level[at])) return false;
    if (++visits > MAX_VISITS || nextSize > MAX_VISITS) return false;
    const object = level[at++] as Bag;
    if (mode !== 0) {
      const toJSON = object['toJSON'];
      if (toJSON !== undefined && !isPlainDate(object, toJSON)) return false;
    }
    if (ArrayIsArray(object)) {
      const length = object.length as number;
      for (let i = 0; i < length; i++) {
        const child = (object as Bag)[i];
        if (typeof child === 'object') {
          if (child !== null) next[nextSize++] = child;
        } else if (child === undefined ? mode === 0 && !ObjectHasOwn(object, i) : typeof child === 'symbol') {
          return false;
        }
      }
      continue;
    }
    const kind = brandOf(object);
    if (kind === PLAIN) {
      const children = objectValues(object);
      for (let i = 0; i < children.length; i++) {
        const child = children[i];
        if (typeof child === 'object') {
          if (child !== null) next[nextSize++] = child;
        } else if (typeof child === 'symbol') {
          return false;
        }
      }
    } else if (kind === MAP && mode === 0) {
      MapPrototypeForEach(object as unknown as Map<unknown, unknown>, (member, key) => {
        push(key);
        push(member);
      });
    } else if (kind === SET && mode === 0) {
      SetPrototypeForEach(object as unknown as Set<unknown>, push);
    } else if (kind === TYPED_ARRAY) {
      if (!isWholeBuffer(typedArrayBuffer(object), typedArrayByteOffset(object), typedArrayByteLength(object)))
        return false;
    } else if (kind === ARRAY_BUFFER) {
      arrayBufferByteLength(object);
    } else if (kind !== DATE) {
      return false;
    }
  }
}

const arrayPrototype = Array.prototype as unknown as Bag;

/** Deeper than this `pack` takes over, which keeps a stack of its own. */
const MAX_LOOK_DEPTH = 32;

/**
 * Looks for a `toJSON` where the host has seen objects: under these keys, and in arrays. Nothing else is left to find,
 * which makes rows of plain fields cheap. A getter that answers differently each time fools it only about its own value.
 */
function isFreeOfToJSON(object: Bag, keys: readonly string[], inArrays: boolean, depth: number): boolean {
  const toJSON = object['toJSON'];
  if (toJSON !== undefined && !isPlainDate(object, toJSON)) return false;
  if (depth > MAX_LOOK_DEPTH) return false;
  if (ArrayIsArray(object)) {
    const length = inArrays ? (object.length as number) : 0;
    for (let i = 0; i < length; i++) {
      const child = (object as Bag)[i];
      if (typeof child === 'object' && child !== null && !isFreeOfToJSON(child as Bag, keys, inArrays, depth + 1))
        return false;
    }
    return true;
  }
  for (let i = 0; i < keys.length; i++) {
    const child = object[keys[i] as string];
    if (typeof child === 'object' && child !== null && !isFreeOfToJSON(child as Bag, keys, inArrays, depth + 1))
      return false;
  }
  return true;
}

/**
 * {@link looksRawUnseen}, or with `keys` from the host's `scanRaw` the part of it that only the guest can do. Shared
 * objects are looked at once for each place: the host has counted the places.
 */
export function looksRaw(
  value: unknown,
  mode: PackMode,
  keys: readonly string[] | null = null,
  inArrays = true,
): boolean {
  if (keys === null) return looksRawUnseen(value, mode);
  if (arrayPrototype['toJSON'] !== undefined) return false;
  return typeof value !== 'object' || value === null || isFreeOfToJSON(value as Bag, keys, inArrays, 1);
}

/** Dates and bytes may stand at the deepest level: they hold nothing. */
function isLeaf(value: unknown): boolean {
  const kind = ArrayIsArray(value) ? PLAIN : brandOf(value as object);
  return kind === DATE || kind === TYPED_ARRAY || kind === ARRAY_BUFFER;
}
