/**
 * Puts into a decoded tree what the binary format cannot carry. The patches come from the guest and are checked like
 * everything else: a path leads only through own elements of arrays and plain objects of this very tree.
 * @module
 */
import { MAX_STACK_LINES } from '../guest-limits.js';
import { CodecError, malformed } from './codec-error.js';
import { Collections } from './collections.js';
import { FLOAT16_CLASS, TYPED_ARRAY_ELEMENT_BYTES, TYPED_ARRAY_NAMES } from './format.js';
import { floatsFromHalves } from './half-floats.js';

type Bag = Record<PropertyKey, unknown>;

/** What decoding may use of its surroundings. */
export interface DecodeHelp {
  /** The function behind a number. Without it a function is malformed. */
  functionOf?: (id: number) => unknown;
}

/** Applies `[path, kind, data]` items in order and returns the tree. `maxWork` bounds what holes may cost. */
export function applyPatches(
  tree: unknown,
  patches: unknown,
  maxWork: number,
  help: DecodeHelp & { parts: readonly Uint8Array[] },
): unknown {
  if (!Array.isArray(patches)) throw malformed('no list of patches');
  const root: [unknown] = [tree];
  let workLeft = maxWork;
  const collections = new Collections();
  // Each part belongs to one place: a payload that names one twice was not made by our writer.
  const partsLeft = [...help.parts] as (Uint8Array | undefined)[];
  for (const patch of patches as unknown[]) {
    if (!Array.isArray(patch) || patch.length !== 3) throw malformed('a patch of the wrong shape');
    const [path, kind, data] = patch as [unknown, unknown, unknown];
    if (!Array.isArray(path)) throw malformed('a patch without a path');
    let parent: Bag = root as unknown as Bag;
    let key: PropertyKey = 0;
    for (const step of path as unknown[]) {
      parent = ownChild(parent, key) as Bag;
      key = step as PropertyKey;
      if (!isContainer(parent)) throw malformed('a path that leads nowhere');
    }
    const node = ownChild(parent, key);
    if (kind === 'holes') {
      workLeft -= makeHoles(node, data, workLeft);
      continue;
    }
    Object.defineProperty(parent, key, {
      value: convert(node, kind, data, help, partsLeft, collections),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return root[0];
}

function convert(
  node: unknown,
  kind: unknown,
  data: unknown,
  help: DecodeHelp,
  partsLeft: (Uint8Array | undefined)[],
  collections: Collections,
): unknown {
  switch (kind) {
    case 'bytes':
      return makeBytes(data, partsLeft);
    case 'fn': {
      const fn = typeof data === 'number' ? help.functionOf?.(data) : undefined;
      if (fn === undefined) throw malformed('a function that nobody gave');
      return fn;
    }
    case 'regexp':
      return makeRegExp(data);
    case 'error':
      return makeError(node);
    case 'map': {
      const members = listOf(node);
      if (members.length % 2 === 1) throw malformed('a map with a key and no member');
      return collections.map(members);
    }
    case 'set':
      return collections.set(listOf(node));
    default:
      throw malformed('an unknown patch');
  }
}

/** A byte array that came beside the tree: its number and its class. */
function makeBytes(data: unknown, partsLeft: (Uint8Array | undefined)[]): unknown {
  if (!Array.isArray(data)) throw malformed('bytes without a number');
  const [index, name] = data as unknown[];
  const part = typeof index === 'number' ? partsLeft[index] : undefined;
  if (part === undefined) throw malformed('bytes that are missing');
  partsLeft[index as number] = undefined;
  // A copy: its buffer holds exactly these bytes and nothing of its neighbours.
  const { buffer } = part.slice();
  if (name === 'ArrayBuffer') return buffer;
  const type = TYPED_ARRAY_NAMES.indexOf(name as (typeof TYPED_ARRAY_NAMES)[number]);
  const elementBytes = TYPED_ARRAY_ELEMENT_BYTES[type];
  if (elementBytes === undefined || buffer.byteLength % elementBytes !== 0)
    throw malformed('bytes of an unknown class');
  if (type === FLOAT16_CLASS) return floatsFromHalves(buffer as ArrayBuffer);
  const Class = (globalThis as unknown as Record<string, new (buffer: ArrayBufferLike) => unknown>)[name as string];
  return new (Class as new (buffer: ArrayBufferLike) => unknown)(buffer);
}

function isContainer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function ownChild(parent: Bag, key: PropertyKey): unknown {
  // An array has an own `length`, which is no element.
  const isKey = Array.isArray(parent)
    ? typeof key === 'number' && Number.isInteger(key)
    : typeof key === 'string' || typeof key === 'number';
  if (!isKey || !Object.hasOwn(parent, key)) throw malformed('a path that leads nowhere');
  return parent[key];
}

function listOf(node: unknown): unknown[] {
  if (!Array.isArray(node)) throw malformed('a collection without members');
  return node as unknown[];
}

/** Runs of `[start, count, …]`, ascending; returns how many elements were taken out. */
function makeHoles(node: unknown, data: unknown, maxWork: number): number {
  const array = listOf(node);
  let next = 0;
  let work = 0;
  const runs = listOf(data);
  for (let i = 0; i < runs.length; i += 2) {
    const from = runs[i];
    const count = runs[i + 1];
    if (!Number.isInteger(from) || !Number.isInteger(count)) throw malformed('holes of the wrong shape');
    const end = (from as number) + (count as number);
    if ((from as number) < next || (count as number) < 1 || end > array.length)
      throw malformed('holes outside their array');
    work += count as number;
    if (work > maxWork) throw new CodecError('budget', 'the value holds more parts than can cross at once');
    // From the end: taking out the tail first keeps the engine from walking it each time.
    for (let at = end - 1; at >= (from as number); at--) delete array[at];
    next = end;
  }
  return work;
}

/** A pattern that this host does not accept stays readable as plain data. */
function makeRegExp(data: unknown): unknown {
  const [source, flags] = listOf(data);
  if (typeof source !== 'string' || typeof flags !== 'string') throw malformed('a RegExp of the wrong shape');
  try {
    return new RegExp(source, flags);
  } catch {
    return { source, flags };
  }
}

const ERROR_CLASSES = new Map<string, ErrorConstructor>(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [type.name, type]),
);

/** The standard class of that name, else `Error`; the stack is the guest's, at most five lines. */
function makeError(node: unknown): Error {
  if (!isContainer(node) || Array.isArray(node)) throw malformed('an error of the wrong shape');
  const parts = node as Bag;
  const name = textOf(parts, 'name') ?? 'Error';
  const Class = ERROR_CLASSES.get(name);
  const error = new (Class ?? Error)(textOf(parts, 'message') ?? '');
  if (Class === undefined) hide(error, 'name', name);
  const code = textOf(parts, 'code');
  if (code !== undefined) hide(error, 'code', code);
  if (Object.hasOwn(parts, 'cause')) hide(error, 'cause', parts['cause']);
  hide(error, 'stack', (textOf(parts, 'stack') ?? '').split('\n').slice(0, MAX_STACK_LINES).join('\n'));
  return error;
}

function textOf(parts: Bag, key: string): string | undefined {
  const value = Object.hasOwn(parts, key) ? parts[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function hide(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: false, configurable: true });
}
