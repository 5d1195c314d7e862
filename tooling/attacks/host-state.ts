/**
 * What of the host an attack could have changed: its prototypes and globals, its threads, its memory.
 * @module
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import { expect } from 'vitest';

const TypedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };
const asyncFunction = async () => undefined;
function* generator() {}

/** Every object of the host that a forged key or a damaged method could end up on. */
const WATCHED: Record<string, object> = {
  globalThis,
  Object,
  'Object.prototype': Object.prototype,
  Array,
  'Array.prototype': Array.prototype,
  'Function.prototype': Function.prototype,
  'AsyncFunction.prototype': Object.getPrototypeOf(asyncFunction) as object,
  'GeneratorFunction.prototype': Object.getPrototypeOf(generator) as object,
  Promise,
  'Promise.prototype': Promise.prototype,
  'String.prototype': String.prototype,
  'Number.prototype': Number.prototype,
  'BigInt.prototype': BigInt.prototype,
  'Symbol.prototype': Symbol.prototype,
  'Map.prototype': Map.prototype,
  'Set.prototype': Set.prototype,
  'RegExp.prototype': RegExp.prototype,
  'Date.prototype': Date.prototype,
  Error,
  'Error.prototype': Error.prototype,
  'TypeError.prototype': TypeError.prototype,
  'RangeError.prototype': RangeError.prototype,
  'ArrayBuffer.prototype': ArrayBuffer.prototype,
  'TypedArray.prototype': TypedArray.prototype,
  'Uint8Array.prototype': Uint8Array.prototype,
  JSON,
  Reflect,
  Math,
};

type Snapshot = ReadonlyMap<string, readonly unknown[]>;

function snapshot(): Snapshot {
  const seen = new Map<string, readonly unknown[]>();
  for (const [owner, object] of Object.entries(WATCHED)) {
    seen.set(owner, [Reflect.getPrototypeOf(object), Reflect.isExtensible(object)]);
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set, writable, enumerable, configurable } = Reflect.getOwnPropertyDescriptor(
        object,
        key,
      ) as PropertyDescriptor;
      seen.set(`${owner} ${String(key)}`, [value, get, set, writable, enumerable, configurable]);
    }
  }
  return seen;
}

// Node defines some globals when they are first read.
for (const key of Reflect.ownKeys(globalThis)) void (globalThis as Record<PropertyKey, unknown>)[key];
const untouched = snapshot();

/** Nothing was added, removed or replaced since this file was loaded, and no thread is left over. */
export function expectHostUntouched(): void {
  const now = snapshot();
  const changed = [...new Set([...untouched.keys(), ...now.keys()])].filter((name) => {
    const [before, after] = [untouched.get(name), now.get(name)];
    return !before || !after || before.some((part, index) => !Object.is(part, after[index]));
  });
  expect(changed, 'what an attack has changed of the host').toEqual([]);
  expect(leaks, 'warnings about leaks that the host has printed').toEqual([]);
  expect(threads.size, 'threads of the host').toBeLessThanOrEqual(MAX_THREADS);
}

/** Four interpreters, four WASM workers and those of the host modules that attacks use. */
const MAX_THREADS = 12;
/** A program that has a listener added for each call makes Node print a warning. */
const leaks: string[] = [];
process.on('warning', ({ name, message }) => {
  if (name === 'MaxListenersExceededWarning') leaks.push(message);
});

const threads = new Set<Worker>();
process.on('worker', (worker: Worker) => {
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What the host holds besides code: objects and buffers of all kinds. */
export function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What attacks of a family may leave behind: warm engines and caches, never what a guest has handed out. */
const LEFT_BYTES = 160 * 2 ** 20;

/** The host holds about as much as before; what is being let go gets a moment. */
export async function expectMemoryBack(before: number): Promise<void> {
  for (let tries = 0; tries < 20 && heldBytes() - before > LEFT_BYTES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(heldBytes() - before, 'bytes that a family has left behind').toBeLessThanOrEqual(LEFT_BYTES);
}
