/**
 * Containers on a walk: what is listed when one is entered, and what it has become when it is left.
 * @module
 */
import { MAX_VALUE_DEPTH } from '../guest-limits.js';
import {
  addPatch,
  type Bag,
  bareArray,
  type Frame,
  IN_ARRAY,
  IN_ERROR,
  IN_MAP,
  IN_OBJECT,
  IN_SET,
  pathOfChild,
  pathText,
  type Walk,
} from './codec-frame.js';
import { refusal, withCode } from './codec-refusal.js';
import {
  MapPrototypeForEach,
  ObjectCreate,
  ObjectHasOwn,
  ObjectKeys,
  SetPrototypeForEach,
  StringPrototypeSlice,
  uncurry,
} from './primordials.js';

/** Longer arrays cannot be told apart from an attempt to exhaust memory: the dense size would pass every cap. */
export const MAX_ARRAY_LENGTH = 16_777_216;

/** Says that a value opened a frame instead of returning a finished value. */
export const ENTERED = ObjectCreate(null);
/** Ends the walk of a cyclic result. */
export const CYCLE = ObjectCreate(null);

const NativeMap = Map;
const NativeSet = Set;
const NativeTypeError = TypeError;
const NativeRangeError = RangeError;
const mapSet = uncurry(Map.prototype.set) as (map: Map<unknown, unknown>, key: unknown, value: unknown) => unknown;
const setAdd = uncurry(Set.prototype.add) as (set: Set<unknown>, value: unknown) => unknown;
const setHas = uncurry(Set.prototype.has) as (set: Set<unknown>, value: unknown) => boolean;
const setDelete = uncurry(Set.prototype.delete) as (set: Set<unknown>, value: unknown) => boolean;

/** Opens an array. */
export function enterArray(walk: Walk, source: Bag, parent: Frame | null): unknown {
  const length = source['length'];
  const count = typeof length === 'number' && length > 0 ? length : 0;
  if (count > MAX_ARRAY_LENGTH) {
    throw refusal(
      new NativeRangeError(
        pathText(walk.what, parent) +
          ' is an array of length ' +
          count +
          '; the longest that can cross is ' +
          MAX_ARRAY_LENGTH,
      ),
    );
  }
  return enter(walk, IN_ARRAY, source, bareArray(), null, count, parent);
}

/** Opens an object: own enumerable keys, listed first. */
export function enterObject(walk: Walk, source: object, parent: Frame | null): unknown {
  const keys = ObjectKeys(source);
  return enter(walk, IN_OBJECT, source as Bag, ObjectCreate(null), keys, keys.length, parent);
}

/** Opens an error: only its cause is a child. */
export function enterError(walk: Walk, source: object, parent: Frame | null): unknown {
  const error = source as { name?: unknown; message?: unknown; code?: unknown; stack?: unknown };
  const target = ObjectCreate(null);
  const { name, message } = error;
  target['name'] = typeof name === 'string' ? name : 'Error';
  target['message'] = typeof message === 'string' ? message : '';
  if (walk.mode === 0) {
    const { code, stack } = error;
    if (typeof code === 'string') target['code'] = code;
    if (typeof stack === 'string') target['stack'] = StringPrototypeSlice(stack, 0, 20_000);
  }
  return enter(walk, IN_ERROR, source as Bag, target, null, ObjectHasOwn(source, 'cause') ? 1 : 0, parent);
}

/** Members are listed first: a getter further down may change the collection while it is walked. */
export function enterCollection(walk: Walk, value: object, kind: number, parent: Frame | null): unknown {
  const members = bareArray();
  let count = 0;
  let allKeysAreStrings = true;
  if (kind === IN_MAP) {
    MapPrototypeForEach(value as Map<unknown, unknown>, (member, key) => {
      if (typeof key !== 'string') allKeysAreStrings = false;
      members[count++] = key;
      members[count++] = member;
    });
  } else {
    SetPrototypeForEach(value as Set<unknown>, (member) => {
      members[count++] = member;
    });
  }
  const entered = enter(walk, kind, members, bareArray(), null, count, parent, value);
  (walk.frame as Frame).allKeysAreStrings = allKeysAreStrings;
  return entered;
}

function enter(
  walk: Walk,
  kind: number,
  source: Bag,
  target: Bag,
  keys: readonly string[] | null,
  length: number,
  parent: Frame | null,
  identity: object = source,
): unknown {
  const depth = parent === null ? 1 : parent.depth + 1;
  if (depth > MAX_VALUE_DEPTH) {
    throw withCode(
      refusal(new NativeTypeError(pathText(walk.what, parent) + ' nests deeper than ' + MAX_VALUE_DEPTH + ' levels')),
    );
  }
  if (setHas(walk.ancestors, identity)) {
    if (walk.mode === 1) throw CYCLE;
    throw refusal(
      new NativeTypeError(pathText(walk.what, parent) + ' contains a cycle: it refers back to a value that holds it'),
    );
  }
  setAdd(walk.ancestors, identity);
  walk.frame = {
    parent,
    kind,
    source,
    target,
    keys,
    index: 0,
    length,
    depth,
    patchesBefore: walk.patchCount,
    holes: null,
    holeCount: 0,
    allKeysAreStrings: false,
    identity,
  };
  return ENTERED;
}

/** What a container has become, once all its children are converted. */
export function leave(walk: Walk, frame: Frame): unknown {
  setDelete(walk.ancestors, frame.identity);
  const { target } = frame;
  switch (frame.kind) {
    case IN_ARRAY:
      if (frame.holes !== null) addPatch(walk, pathOfChild(frame.parent), 'holes', frame.holes);
      return target;
    case IN_MAP:
      return leaveMap(walk, frame);
    case IN_SET:
      if (walk.mode !== 0) return target;
      if (walk.patchCount > frame.patchesBefore) {
        addPatch(walk, pathOfChild(frame.parent), 'set', null);
        return target;
      }
      {
        const set = new NativeSet<unknown>();
        for (let i = 0; i < frame.length; i++) setAdd(set, target[i]);
        return set;
      }
    case IN_ERROR:
      if (walk.mode === 0) addPatch(walk, pathOfChild(frame.parent), 'error', null);
      return target;
    default:
      return target;
  }
}

function leaveMap(walk: Walk, frame: Frame): unknown {
  const { target, length } = frame;
  if (walk.mode !== 0 && frame.allKeysAreStrings) {
    const object = ObjectCreate(null);
    for (let i = 0; i < length; i += 2) {
      if (target[i + 1] !== undefined) object[target[i] as string] = target[i + 1];
    }
    return object;
  }
  if (walk.mode === 0 && walk.patchCount === frame.patchesBefore) {
    const map = new NativeMap<unknown, unknown>();
    for (let i = 0; i < length; i += 2) mapSet(map, target[i], target[i + 1]);
    return map;
  }
  if (walk.mode === 0) {
    addPatch(walk, pathOfChild(frame.parent), 'map', null);
    return target;
  }
  const pairs = bareArray();
  for (let i = 0; i < length; i += 2) pairs[i >> 1] = [target[i], target[i + 1]];
  return pairs;
}
