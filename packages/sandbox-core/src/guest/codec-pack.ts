/**
 * Guest values to fresh plain data: what the engine's binary writer can write without running program code.
 *
 * Each property is read once, in order. The walk keeps its own stack, so that a small guest stack does not lower the
 * depth that is promised. Containers it makes have no prototype: a store into them cannot meet a setter that the
 * program planted on `Object.prototype` or `Array.prototype`.
 * @module
 */
import { MIN_BYTES_BESIDE } from '../guest-limits.js';
import {
  ARRAY_BUFFER,
  BOXED,
  brandOf,
  DATA_VIEW,
  DATE,
  ERROR,
  ITERATOR,
  MAP,
  PROMISE,
  REGEXP,
  regExpFlags,
  regExpPattern,
  SET,
  SHARED_BUFFER,
  TYPED_ARRAY,
  unbox,
  WEAK,
} from './codec-brands.js';
import { packArrayBuffer, packDataView, packSharedBuffer, packTypedArray, windowOf } from './codec-bytes.js';
import { CYCLE, ENTERED, enterArray, enterCollection, enterError, enterObject, leave } from './codec-containers.js';
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
  keyText,
  type PackHelp,
  type PackMode,
  pathOfChild,
  type Walk,
} from './codec-frame.js';
import { refuse, withCode } from './codec-refusal.js';
import {
  ArrayIsArray,
  DatePrototypeGetTime,
  ObjectCreate,
  ObjectHasOwn,
  ReflectApply,
  ReflectGetOwnPropertyDescriptor,
} from './primordials.js';

const NativeSet = Set;
const NativeString = String;
const NativeDate = Date;
const DatePrototype = Date.prototype;
const nativeDateToJSON: unknown = Date.prototype.toJSON;

/**
 * True for a date whose `toJSON` is that of all dates. It is not called: a date is its ISO string, also when the
 * program has replaced what `toJSON` rests on.
 */
export function isPlainDate(value: object, toJSON: unknown): boolean {
  if (brandOf(value) !== DATE) return false;
  if (toJSON === nativeDateToJSON) return true;
  const shared = ReflectGetOwnPropertyDescriptor(DatePrototype, 'toJSON');
  return shared !== undefined && ObjectHasOwn(shared, 'value') && shared.value === toJSON;
}

const NO_HELP = ObjectCreate(null) as PackHelp;

/**
 * Packs a value into an envelope: `[tree]`, or `[tree, patches]` with a list of `[path, kind, data]` for what the
 * binary format cannot carry. Give the result to the engine's writer and to nothing else.
 *
 * @param mode - 0 keeps every type; 1 and 2 honour `toJSON` and drop what JSON drops
 * @param what - names the value in errors, for example `result` or `argument 1`
 * @throws TypeError for what cannot travel, RangeError for an array that is too long; both name the path. An
 *   un-awaited promise and too deep nesting carry `code: 'UNSERIALIZABLE'`
 */
export function pack(value: unknown, mode: PackMode, what: string, help: PackHelp = NO_HELP): unknown[] {
  const walk: Walk = {
    mode,
    help,
    what,
    frame: null,
    ancestors: new NativeSet(),
    patches: bareArray(),
    patchCount: 0,
  };
  let tree: unknown;
  try {
    tree = packTree(walk, value);
  } catch (error) {
    if (error !== CYCLE) throw error;
    tree = textOfCyclic(value);
  }
  return (walk.patchCount === 0 ? [tree] : [tree, walk.patches]) as unknown[];
}

function packTree(walk: Walk, value: unknown): unknown {
  const root = convert(walk, value, null);
  if (root !== ENTERED) return root;
  for (;;) {
    const frame = walk.frame as Frame;
    if (frame.kind === IN_OBJECT) {
      skimPrimitives(walk, frame);
      if (walk.frame !== frame) continue; // a child opened a frame of its own
    }
    if (frame.index < frame.length) {
      const out = convertChild(walk, frame);
      if (out !== ENTERED) deliver(walk, frame, out);
      continue;
    }
    const out = leave(walk, frame);
    if (frame.parent === null) return out;
    walk.frame = frame.parent;
    deliver(walk, frame.parent, out);
  }
}

/**
 * Copies properties up to the next that is no primitive, which most are: a good part of the cost of a walk is calls.
 * The property it stops at has been read and is finished here too, so that nothing is read twice.
 */
function skimPrimitives(walk: Walk, frame: Frame): void {
  const { source, target, length } = frame;
  const keys = frame.keys as readonly string[];
  const keepsUndefined = walk.mode === 0;
  while (frame.index < length) {
    const key = keys[frame.index] as string;
    const value = source[key];
    const type = typeof value;
    if (value === null || (type !== 'object' && type !== 'function' && type !== 'symbol')) {
      if (value !== undefined || keepsUndefined) target[key] = value;
      frame.index++;
      continue;
    }
    const out = convert(walk, value, frame);
    if (out === ENTERED) return;
    deliver(walk, frame, out);
  }
}

function convertChild(walk: Walk, frame: Frame): unknown {
  const { source, index } = frame;
  // A hole stays a hole, whatever a prototype offers at its index.
  if (frame.kind === IN_ARRAY && !ObjectHasOwn(source, index)) {
    if (walk.mode === 0) noteHole(frame);
    return undefined;
  }
  return convert(walk, source[frame.kind === IN_ERROR ? 'cause' : index], frame);
}

function noteHole(frame: Frame): void {
  frame.holes ??= bareArray();
  const { holes, holeCount } = frame;
  if (holeCount > 0 && (holes[holeCount - 2] as number) + (holes[holeCount - 1] as number) === frame.index) {
    holes[holeCount - 1] = (holes[holeCount - 1] as number) + 1;
    return;
  }
  holes[holeCount] = frame.index;
  holes[holeCount + 1] = 1;
  frame.holeCount += 2;
}

function deliver(walk: Walk, frame: Frame, out: unknown): void {
  const { index } = frame;
  if (frame.kind === IN_OBJECT) {
    if (out !== undefined || walk.mode === 0) frame.target[(frame.keys as readonly string[])[index] as string] = out;
  } else if (frame.kind === IN_ERROR) {
    frame.target['cause'] = out;
  } else {
    frame.target[index] = out;
  }
  frame.index = index + 1;
}

/** Converts one value; a container opens a frame. `parent.index` points at the value meanwhile. */
function convert(walk: Walk, input: unknown, parent: Frame | null): unknown {
  let value = input;
  if (walk.mode !== 0 && value !== null && (typeof value === 'object' || typeof value === 'function')) {
    const toJSON = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJSON === 'function' && !isPlainDate(value, toJSON)) {
      value = ReflectApply(toJSON as () => unknown, value, [parent === null ? '' : keyText(parent)]);
    }
  }
  switch (typeof value) {
    case 'object':
      return value === null ? null : convertObject(walk, value, parent);
    case 'function':
    case 'symbol':
      if (walk.mode !== 0) return undefined;
      if (typeof value === 'function' && packKnownFunction(walk, value, parent)) return null;
      throw refuse(
        walk,
        parent,
        typeof value === 'symbol' ? 'is a symbol' : 'is a function',
        'and cannot cross the sandbox boundary',
      );
    default:
      return value;
  }
}

function convertObject(walk: Walk, value: object, parent: Frame | null): unknown {
  if (ArrayIsArray(value)) return enterArray(walk, value as unknown as Bag, parent);
  const kind = brandOf(value);
  switch (kind) {
    case DATE:
      return new NativeDate(DatePrototypeGetTime(value as Date));
    case REGEXP:
      return convertRegExp(walk, value, parent);
    case TYPED_ARRAY:
      return packBeside(walk, value, kind, parent) ? null : packTypedArray(value, walk.mode !== 0);
    case ARRAY_BUFFER:
      return packBeside(walk, value, kind, parent) ? null : packArrayBuffer(value, walk.mode !== 0);
    case SHARED_BUFFER:
      return packSharedBuffer(value, walk.mode !== 0);
    case DATA_VIEW:
      return packDataView(value, walk.mode !== 0);
    case BOXED: {
      const inner = unbox(value);
      if (typeof inner !== 'symbol') return inner;
      if (walk.mode === 0) throw refuse(walk, parent, 'is a symbol', 'and cannot cross the sandbox boundary');
      return enterObject(walk, value, parent);
    }
    case PROMISE:
      throw withCode(refuse(walk, parent, 'is a promise that was not awaited', '. Put await before it'));
    case ITERATOR:
    case WEAK:
      if (walk.mode !== 0) return enterObject(walk, value, parent);
      throw refuse(
        walk,
        parent,
        kind === WEAK ? 'is a weak collection or reference' : 'is an iterator or generator',
        'and cannot cross the sandbox boundary',
      );
    case MAP:
    case SET:
      return enterCollection(walk, value, kind === MAP ? IN_MAP : IN_SET, parent);
    case ERROR:
      return enterError(walk, value, parent);
    default:
      return enterObject(walk, value, parent);
  }
}

/** Large bytes leave the guest by a straight copy: in the tree they would take up several times their size. */
function packBeside(walk: Walk, value: object, kind: number, parent: Frame | null): boolean {
  const { takeBytes } = walk.help;
  if (takeBytes === undefined || (walk.mode !== 0 && isInMap(parent))) return false;
  const window = windowOf(value, kind === TYPED_ARRAY);
  if (window === undefined || window.byteLength < MIN_BYTES_BESIDE) return false;
  const name = walk.mode === 0 ? window.name : 'Uint8Array';
  addPatch(walk, pathOfChild(parent), 'bytes', [takeBytes(window.buffer, window.byteOffset, window.byteLength), name]);
  return true;
}

/** In normal form a map becomes an object, and the paths of its members change. */
function isInMap(parent: Frame | null): boolean {
  for (let frame = parent; frame !== null; frame = frame.parent) if (frame.kind === IN_MAP) return true;
  return false;
}

function packKnownFunction(walk: Walk, value: object, parent: Frame | null): boolean {
  const { functionId } = walk.help;
  const id = functionId === undefined ? undefined : functionId(value);
  if (id === undefined) return false;
  addPatch(walk, pathOfChild(parent), 'fn', id);
  return true;
}

function convertRegExp(walk: Walk, value: object, parent: Frame | null): unknown {
  const source = regExpPattern(value);
  const flags = regExpFlags(value);
  if (walk.mode !== 0) return '/' + source + '/' + flags;
  addPatch(walk, pathOfChild(parent), 'regexp', [source, flags]);
  return null;
}

function textOfCyclic(value: unknown): string {
  try {
    return NativeString(value);
  } catch {
    return '[object Object]';
  }
}
