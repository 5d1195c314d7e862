/**
 * An image: the memory of a prepared engine, taken once before any foreign code ran, and written back before each run.
 *
 * All state of an instance is its linear memory and the C stack pointer, and the latter is back at its start whenever
 * no call is open. So an engine whose memory equals the image is as good as new.
 * @module
 */
import type { ConstantAtoms } from '../codec/atoms.js';
import { ENGINE_ENTRIES } from '../guest/entries.js';
import { type Engine, type EngineAddresses, NO_JOB, readProperty, writeProperty } from './engine.js';
import type { Pointer } from './ffi.js';
import { IDLE_CALLBACKS } from './load.js';
import { STACK_BYTES, STACK_TOP, WASM_PAGE_BYTES } from './pinned.js';
import { readText } from './read-text.js';
import { type EngineOffsets, findHeapEnd } from './self-check.js';

/** What stack frames of the guest's own code start with. */
export const GUEST_ID_PREFIX = 'nodetool:';

const STATIC_END = STACK_TOP - STACK_BYTES;
/** Functions near the limit may use this much of the C stack beyond what the engine checks. */
const STACK_SLACK = 32 * 1024;
/** The free part of the base memory that a limit smaller than it must not see is filled with one block. */
const BALLAST_HEADER = 16;

/** Plain data, so that it can be shared with any worker. */
export interface GuestImage {
  staticData: Uint8Array;
  heap: Uint8Array;
  /** What the engine's allocator has handed out up to. */
  heapEnd: Pointer;
  /** The same before packs were evaluated, if any were: a run's memory is counted from here. */
  baseEnd: Pointer;
  at: EngineAddresses;
  /** `undefined` when the running engine is not the one whose offsets are known. */
  offsets: EngineOffsets | undefined;
  /** Names that the binary object format writes as numbers. */
  atoms: ConstantAtoms;
}

/** A copy that workers can be given without another one, where the platform can share memory. */
export const sharedCopy = (bytes: Uint8Array): Uint8Array => {
  const copy = new Uint8Array(
    typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes.length) : new SharedArrayBuffer(bytes.length),
  );
  copy.set(bytes);
  return copy;
};

/** Creates runtime, context and the guest's own world in a freshly loaded engine. */
export function prepareEngine(engine: Engine, modules: ReadonlyMap<string, string>, entry: string): void {
  const { ffi } = engine;
  const rt = ffi.QTS_NewRuntime();
  ffi.QTS_RuntimeSetMaxStackSize(rt, 1024 * 1024);
  const ctx = ffi.QTS_NewContext(rt, 0);
  ffi.QTS_RuntimeEnableInterruptHandler(rt);
  ffi.QTS_RuntimeEnableModuleLoader(rt, 1);
  const scratch = engine.module._malloc(16);
  engine.at = { rt, ctx, scratch, argv: scratch + 8, entries: {}, mailbox: { buffer: 0, address: 0 } };
  engine.makeMailbox();

  const global = ffi.QTS_GetGlobalObject(ctx);
  const dispatcher = ffi.QTS_NewFunction(ctx, '', 0, false, 1);
  writeProperty(engine, global, '__dispatch', dispatcher);
  engine.free(dispatcher);
  evaluateGuest(engine, modules, entry);
  const table = readProperty(engine, global, '__entries');
  for (const name of ENGINE_ENTRIES) engine.at.entries[name] = readProperty(engine, table, name);
  engine.free(table);
  engine.free(engine.evaluateScript('delete globalThis.__entries;', `${GUEST_ID_PREFIX}${entry}`));
  engine.free(global);
  while (engine.runJob() !== NO_JOB);
}

function evaluateGuest(engine: Engine, modules: ReadonlyMap<string, string>, entry: string): void {
  const sourceOf = (id: string) => modules.get(id.slice(GUEST_ID_PREFIX.length)) ?? '';
  engine.callbacks = {
    ...IDLE_CALLBACKS,
    loadModuleSource: (_a, _rt, _ctx, id) => engine.placeText(sourceOf(id)).address,
    normalizeModule: (_a, _rt, _ctx, base, requested) => engine.placeText(resolveGuestModule(base, requested)).address,
  };
  const id = `${GUEST_ID_PREFIX}${entry}`;
  const done = engine.evaluateModule(sourceOf(id), id);
  const error = engine.exception(done);
  if (error !== 0) throw new Error(`the guest's own code failed: ${readText(engine, error, 'message') ?? 'unknown'}`);
  engine.free(done);
}

/** `nodetool:guest/main.js` and `./codec.js` give `nodetool:guest/codec.js`. */
function resolveGuestModule(base: string, requested: string): string {
  const folder = base.slice(GUEST_ID_PREFIX.length).split('/').slice(0, -1);
  for (const part of requested.split('/')) {
    if (part === '..') folder.pop();
    else if (part !== '.') folder.push(part);
  }
  return `${GUEST_ID_PREFIX}${folder.join('/')}`;
}

/** Takes the image of a prepared engine. `offsets` and `atoms` were found out in another engine of the same build. */
export function takeImage(engine: Engine, atoms: ConstantAtoms, offsets: EngineOffsets | undefined): GuestImage {
  const heapEnd = offsets === undefined ? lastByteInUse(engine) : findHeapEnd(engine, offsets);
  const memory = engine.module.HEAPU8;
  return {
    staticData: sharedCopy(memory.subarray(0, STATIC_END)),
    heap: sharedCopy(memory.subarray(STACK_TOP, heapEnd)),
    heapEnd,
    baseEnd: heapEnd,
    at: engine.at,
    offsets,
    atoms,
  };
}

/** Takes an image of an engine in which packs were evaluated since `base` was restored; for this thread alone. */
export function takePackImage(engine: Engine, base: GuestImage): GuestImage {
  const heapEnd = base.offsets === undefined ? lastByteInUse(engine) : findHeapEnd(engine, base.offsets);
  const memory = engine.module.HEAPU8;
  return {
    ...base,
    staticData: memory.slice(0, STATIC_END),
    heap: memory.slice(STACK_TOP, heapEnd),
    heapEnd,
  };
}

const lastRun = new WeakMap<Engine, GuestImage>();

/** The image of the last run of an engine: the next one is likely to want the same. */
export function lastImageOf(engine: Engine): GuestImage | undefined {
  return lastRun.get(engine);
}

/** What a restore renews. */
export interface RestoreOptions {
  memoryLimitBytes: number;
  /** Already clamped to what the thread's own stack allows. */
  stackLimitBytes: number;
  random: bigint;
  nowMs: number;
}

/** Writes the image back, unless that has been done, and makes the engine ready for one run. */
export function restoreImage(engine: Engine, image: GuestImage, options: RestoreOptions): void {
  if (engine.equals !== image) resetMemory(engine, image);
  engine.equals = undefined;
  lastRun.set(engine, image);
  engine.stackBytes = options.stackLimitBytes;
  engine.at = image.at;
  engine.bufferLayout = image.offsets?.buffer;
  const { rt, ctx } = image.at;
  const { offsets } = image;
  if (offsets !== undefined) {
    const view = new DataView(engine.bounds.memory.buffer);
    view.setBigUint64(ctx + offsets.randomState, options.random, true);
    view.setFloat64(ctx + offsets.timeOrigin, options.nowMs, true);
    view.setInt32(ctx + offsets.interruptCounter, 1, true);
  }
  engine.ffi.QTS_RuntimeSetMaxStackSize(rt, options.stackLimitBytes);
  engine.ffi.QTS_RuntimeSetMemoryLimit(rt, options.memoryLimitBytes + image.heap.length);
  boundMemory(engine, image, options.memoryLimitBytes);
}

/** Makes the memory equal to the image, byte for byte: static data, heap, and zero everywhere else. */
export function resetMemory(engine: Engine, image: GuestImage): void {
  const memory = engine.module.HEAPU8;
  const usedEnd = image.offsets === undefined ? memory.length : engine.readUint32(image.offsets.heapEndAddress);
  memory.set(image.staticData, 0);
  memory.set(image.heap, STACK_TOP);
  // A broken heap may have broken the variable too: then wipe all.
  let wipeEnd = usedEnd >= image.baseEnd && usedEnd <= memory.length ? usedEnd : memory.length;
  if (engine.isUntouched) wipeEnd = image.heapEnd;
  memory.fill(0, STACK_TOP + image.heap.length, wipeEnd);
  memory.fill(0, Math.max(STATIC_END, STACK_TOP - engine.stackBytes - STACK_SLACK), STACK_TOP);
  engine.equals = image;
  engine.isUntouched = false;
}

function boundMemory(engine: Engine, image: GuestImage, limitBytes: number): void {
  const { bounds, module } = engine;
  const free = bounds.memory.buffer.byteLength - image.baseEnd;
  bounds.growthRefused = false;
  if (limitBytes >= free) {
    bounds.capPages = Math.floor((image.baseEnd + limitBytes) / WASM_PAGE_BYTES);
    return;
  }
  bounds.capPages = bounds.memory.buffer.byteLength / WASM_PAGE_BYTES;
  module._malloc(free - limitBytes - BALLAST_HEADER);
}

function lastByteInUse(engine: Engine): Pointer {
  const memory = engine.module.HEAPU8;
  let end = memory.length;
  while (end > STACK_TOP && memory[end - 1] === 0) end--;
  return end;
}
