/**
 * The one way out of the guest: a native function that takes a number for what to do, and reads staged bytes.
 * @module
 */

import { MIN_BYTES_BESIDE } from '../guest-limits.js';
import type { GuestBridge } from './bridge.js';
import { isTypedArray } from './bytes.js';
import { isRefusal, looksRaw, MAX_ARRAY_LENGTH, type PackHelp, pack, revive } from './codec.js';
import { arrayBufferByteLength, arrayBufferDetached, typedArrayByteLength } from './codec-brands.js';
import { makeHostError, outOfMemory, placeAt } from './host-error.js';
import { BRIDGE_PATHS, MODE, OP } from './paths.js';
import { ArrayIsArray, ObjectCreate, promiseWithResolvers, ReflectDeleteProperty } from './primordials.js';

type Dispatch = (op: number, first?: unknown, second?: number, third?: number, ...numbers: number[]) => unknown;
type Mode = 0 | 1 | 2;
/** Where the host wants us to look: under these keys, and in arrays. */
type Look = [keys: readonly string[] | null, inArrays: boolean];

const dispatch = (globalThis as unknown as { __dispatch: Dispatch }).__dispatch;
ReflectDeleteProperty(globalThis, '__dispatch');

const pathNumbers = ObjectCreate(null) as Record<string, number>;
for (let index = 0; index < BRIDGE_PATHS.length; index++) pathNumbers[BRIDGE_PATHS[index] as string] = index;

const NativeError = Error;
const NativeArrayBuffer = ArrayBuffer;
const bytesIn = (buffer: ArrayBuffer): number => (arrayBufferDetached(buffer) ? 0 : arrayBufferByteLength(buffer));

interface Ends {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** Made where the call was made, which is the place of its failure. */
  place: Error;
}

const waiting = ObjectCreate(null) as Record<number, Ends>;
let nextId = 1;

/** Tells the host that a staged value was made by us and needs no further look. */
const PACKED = -1;
let stagings = 0;

/** Hands a value to the host, which keeps its bytes until the next {@link signal}. */
export function stage(
  value: unknown,
  mode: Mode,
  what: string,
  mustPack = isForPack(value),
  functionId?: PackHelp['functionId'],
): void {
  const mine = ++stagings;
  // The engine's own writer is tried first: it runs no guest code and is several times faster than a walk.
  const answer = mustPack ? undefined : dispatch(OP.stage, [value], mode);
  if (answer === true) return;
  // A look may run getters of the program, which may stage something else.
  if (answer !== undefined && looksRaw(value, mode, (answer as Look)[0], (answer as Look)[1]) && mine === stagings)
    return;
  const beside = new BytesBeside();
  const packed = pack(value, mode, what, { takeBytes: beside.take, functionId });
  beside.send();
  if (dispatch(OP.stage, packed, PACKED) !== true) throw outOfMemory();
}

/**
 * What the engine's writer should not try. It visits each index of an array, holes too, and cannot be interrupted:
 * `length = 2 ** 32 - 1` would take minutes; `pack` refuses such an array by name, and one that lies deeper is left to
 * the deadline. Large bytes it would copy several times.
 */
function isForPack(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (ArrayIsArray(value)) return value.length > MAX_ARRAY_LENGTH;
  return isTypedArray(value) && typedArrayByteLength(value) >= MIN_BYTES_BESIDE;
}

function hasForPack(args: readonly unknown[]): boolean {
  for (let index = 0; index < args.length; index++) if (isForPack(args[index])) return true;
  return false;
}

/** Bytes noted while a value is packed. They go out afterwards: packing may run a program's getters, which may stage too. */
class BytesBeside {
  private readonly noted = ObjectCreate(null) as Record<number, [ArrayBuffer, number, number]>;
  private count = 0;

  readonly take = (buffer: ArrayBuffer, byteOffset: number, byteLength: number): number => {
    this.noted[this.count] = [buffer, byteOffset, byteLength];
    return this.count++;
  };

  send(): void {
    for (let index = 0; index < this.count; index++) {
      const part = this.noted[index] as [ArrayBuffer, number, number];
      const left = bytesIn(part[0]) - part[1];
      // A getter may have taken the buffer away or made it smaller.
      const isThere = left >= part[2];
      const buffer = isThere ? part[0] : new NativeArrayBuffer(0);
      if (dispatch(OP.part, buffer, isThere ? part[1] : 0, isThere ? part[2] : 0) !== true) throw outOfMemory();
    }
  }
}

/** Tells the host what the staged value is for. */
export function signal(op: number, first?: number): void {
  dispatch(op, first);
}

/** Starts a bridge call; `functionId` selects a function that the caller injected. */
export function callBridge(path: string, args: readonly unknown[], functionId = 0): Promise<unknown> {
  const { promise, resolve, reject } = promiseWithResolvers<unknown>();
  const number = pathNumbers[path] as number;
  const mode = path === 'emit' || path === 'output' ? MODE.delivery : MODE.full;
  try {
    stage(args, mode, path === 'function' ? 'arguments' : path, hasForPack(args));
  } catch (error) {
    if (isRefusal(error)) placeAt(error, new NativeError());
    reject(error);
    return promise;
  }
  const id = nextId++;
  const answer = dispatch(OP.call, id, number, functionId);
  if (answer === undefined) waiting[id] = { resolve, reject, place: new NativeError() };
  else settleWith(revive(answer, noFunction) as Answer, resolve, reject, undefined);
  return promise;
}

/** Calls a function of the caller. One or two plain numbers go over as they are, which spares both sides the codec. */
export function callFunction(args: readonly unknown[], functionId: number): Promise<unknown> {
  const count = args.length;
  if (count < 1 || count > 2 || typeof args[0] !== 'number' || (count === 2 && typeof args[1] !== 'number'))
    return callBridge('function', args, functionId);
  const { promise, resolve, reject } = promiseWithResolvers<unknown>();
  const id = nextId++;
  const answer = dispatch(OP.callWithNumbers, id, functionId, count, args[0], count === 2 ? (args[1] as number) : 0);
  if (answer === undefined) waiting[id] = { resolve, reject, place: new NativeError() };
  else if (typeof answer === 'number') resolve(answer);
  else settleWith(revive(answer, noFunction) as Answer, resolve, reject, undefined);
  return promise;
}

/** The bridge as the guest's own modules see it. */
export const bridge: GuestBridge = {
  call: callBridge,
  callSync(path, args) {
    stage(args, MODE.full, path, hasForPack(args));
    const envelope = dispatch(OP.callNow, pathNumbers[path] as number);
    if (envelope === undefined) throw outOfMemory();
    const answer = revive(envelope, noFunction) as [boolean, unknown];
    if (answer[0] === true) return answer[1];
    throw makeHostError(answer[1]);
  },
};

type Answer = [id: number, ok: boolean, value: unknown];

/** Called by the host with the envelope of `[id, ok, value]`. */
export function settle(envelope: unknown): void {
  const answer = revive(envelope, noFunction) as Answer;
  const ends = waiting[answer[0]];
  if (ends === undefined) return;
  delete waiting[answer[0]];
  settleWith(answer, ends.resolve, ends.reject, ends.place);
}

/** Without a place the call was made just now. */
function settleWith(answer: Answer, resolve: Ends['resolve'], reject: Ends['reject'], place: Error | undefined): void {
  if (answer[1] === true) resolve(answer[2]);
  else reject(makeHostError(answer[2], place ?? new NativeError()));
}

function noFunction(): undefined {
  return undefined;
}
