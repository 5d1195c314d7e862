/**
 * A walk over a guest value: the chain of open containers, the paths read off it, and what was noted on the way.
 * @module
 */
import { MAX_PATH_CHARS, MAX_PATH_KEY_CHARS } from '../guest-limits.js';
import { JSONStringify, StringPrototypeCharCodeAt, StringPrototypeSlice } from './primordials.js';

export const IN_ARRAY = 0;
export const IN_OBJECT = 1;
export const IN_MAP = 2;
export const IN_SET = 3;
export const IN_ERROR = 4;

/** An object used as a record or list, whatever it is. */
export type Bag = Record<PropertyKey, unknown>;

/** 0 full fidelity, 1 normal form of a result, 2 normal form of an emitted value or output. */
export type PackMode = 0 | 1 | 2;

/** What packing may use of its surroundings. */
export interface PackHelp {
  /** Takes bytes out of the guest beside the tree, and answers with their number. Without it they stay in the tree. */
  takeBytes?: (buffer: ArrayBuffer, byteOffset: number, byteLength: number) => number;
  /** The number of a function of the caller's; without it every function is refused. */
  functionId?: ((fn: object) => number | undefined) | undefined;
}

/** One container whose children are being converted. */
export interface Frame {
  parent: Frame | null;
  kind: number;
  /** The object itself, for the cycle check; `source` may be a list of its members. */
  identity: object;
  source: Bag;
  target: Bag;
  keys: readonly string[] | null;
  /** The child at hand. In a map keys and members take turns. */
  index: number;
  length: number;
  depth: number;
  patchesBefore: number;
  holes: Bag | null;
  holeCount: number;
  allKeysAreStrings: boolean;
}

/** One walk: what it was asked for, where it is, and what it has noted. */
export interface Walk {
  mode: PackMode;
  help: PackHelp;
  what: string;
  frame: Frame | null;
  ancestors: Set<unknown>;
  patches: Bag;
  patchCount: number;
}

const setPrototypeOf = Reflect.setPrototypeOf;

/** A fresh array that no planted setter can reach. Only for the engine's writer: it has no methods. */
export function bareArray(): Bag {
  const array: unknown[] = [];
  setPrototypeOf(array, null);
  return array as unknown as Bag;
}

/** The step from a container to its child at hand. */
export function stepOf(frame: Frame): string | number {
  if (frame.kind === IN_OBJECT) return (frame.keys as readonly string[])[frame.index] as string;
  return frame.kind === IN_ERROR ? 'cause' : frame.index;
}

/** Path of the child that `parent` is at, as steps of the tree. */
export function pathOfChild(parent: Frame | null): Bag {
  let count = 0;
  for (let frame = parent; frame !== null; frame = frame.parent) count++;
  const path = bareArray();
  // Filled from the front: the engine keeps such an array dense.
  for (let i = 0; i < count; i++) path[i] = 0;
  for (let frame = parent; frame !== null; frame = frame.parent) path[--count] = stepOf(frame);
  return path;
}

/** Notes what the binary format cannot carry. */
export function addPatch(walk: Walk, path: Bag, kind: string, data: unknown): void {
  walk.patches[walk.patchCount++] = [path, kind, data];
}

/** The key that `toJSON` is given: where the value will stand in the output. */
export function keyText(frame: Frame): string {
  if (frame.kind !== IN_MAP) return '' + stepOf(frame);
  if (frame.allKeysAreStrings) return frame.source[frame.index & ~1] as string;
  return (frame.index & 1) === 0 ? '0' : '1';
}

/** The path as a program would write it; a long one keeps its end. */
export function pathText(what: string, parent: Frame | null): string {
  let text = '';
  for (let frame = parent; frame !== null && text.length < MAX_PATH_CHARS; frame = frame.parent) {
    text = stepText(frame) + text;
    if (text.length >= MAX_PATH_CHARS) text = '…' + StringPrototypeSlice(text, -MAX_PATH_CHARS);
  }
  return what + text;
}

function stepText(frame: Frame): string {
  if (frame.kind === IN_MAP) return ((frame.index & 1) === 0 ? '.keys[' : '.values[') + (frame.index >> 1) + ']';
  if (frame.kind === IN_SET) return '.values[' + frame.index + ']';
  const step = stepOf(frame);
  if (typeof step === 'number') return '[' + step + ']';
  if (isIdentifier(step)) return '.' + step;
  return (
    '[' +
    JSONStringify(step.length > MAX_PATH_KEY_CHARS ? StringPrototypeSlice(step, 0, MAX_PATH_KEY_CHARS) + '…' : step) +
    ']'
  );
}

function isIdentifier(text: string): boolean {
  if (text.length === 0 || text.length > MAX_PATH_KEY_CHARS) return false;
  for (let i = 0; i < text.length; i++) {
    const c = StringPrototypeCharCodeAt(text, i);
    const isLetter = (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36;
    if (!isLetter && !(i > 0 && c >= 48 && c <= 57)) return false;
  }
  return true;
}
