/**
 * Finds out whether the running engine keeps its inner state where we believe it does.
 * @module
 */
import { BINARY_FORMAT_VERSION, CONTEXT_OFFSETS, STACK_BYTES, STACK_TOP } from './pinned.js';
import type { Engine } from './engine.js';
import type { Pointer } from './ffi.js';

/** Places that a restore renews: three relative to the context, one absolute. */
export interface EngineOffsets {
  randomState: number;
  timeOrigin: number;
  interruptCounter: number;
  /** Address of the variable that holds the end of the allocator's heap. */
  heapEndAddress: Pointer;
}

const MASK = (1n << 64n) - 1n;
const xorshift = (state: bigint): bigint => {
  let x = state;
  x ^= x >> 12n;
  x ^= (x << 25n) & MASK;
  x ^= x >> 27n;
  return x & MASK;
};

/**
 * Checks a scratch engine, which must not be used afterwards.
 * @returns the offsets, or `undefined` when this is another engine: then each run gets a new instance
 */
export function confirmOffsets(engine: Engine): EngineOffsets | undefined {
  const heapEndAddress = findHeapEndAddress(engine);
  const confirmed = randomStateMoves(engine) && interruptCounterFalls(engine) && binaryFormatIsKnown(engine);
  return confirmed && heapEndAddress !== undefined ? { ...CONTEXT_OFFSETS, heapEndAddress } : undefined;
}

/** End of the heap in use, as the engine's allocator knows it. */
export function findHeapEnd(engine: Engine, offsets: EngineOffsets): Pointer {
  return engine.readUint32(offsets.heapEndAddress);
}

function randomStateMoves(engine: Engine): boolean {
  const read = () =>
    new DataView(engine.bounds.memory.buffer).getBigUint64(engine.at.ctx + CONTEXT_OFFSETS.randomState, true);
  for (let turn = 0; turn < 3; turn++) {
    const before = read();
    engine.free(engine.evaluateScript('Math.random()', 'nodetool:check'));
    if (read() !== xorshift(before)) return false;
  }
  return true;
}

function interruptCounterFalls(engine: Engine): boolean {
  const address = engine.at.ctx + CONTEXT_OFFSETS.interruptCounter;
  engine.writeInt32(address, 9000);
  engine.free(engine.evaluateScript('for (let i = 0; i < 1000; i++);', 'nodetool:check'));
  const fallen = 9000 - engine.readUint32(address);
  // One step for the edge of each turn, and at top level one more for the value of its statement.
  return fallen >= 1000 && fallen < 2010;
}

function binaryFormatIsKnown(engine: Engine): boolean {
  const bytes = engine.encode(engine.evaluateScript('[1, "a"]', 'nodetool:check'));
  return bytes !== undefined && `${bytes}` === `${BINARY_FORMAT_VERSION},0,9,2,5,2,7,2,97`;
}

/** The only word of static data that moves past a block of 3 MB when such a block is allocated. */
function findHeapEndAddress(engine: Engine): Pointer | undefined {
  const words = () => new Uint32Array(engine.bounds.memory.buffer.slice(0, STACK_TOP - STACK_BYTES));
  const before = words();
  const bytes = 3_000_000;
  const block = engine.module._malloc(bytes);
  const after = words();
  let found: Pointer | undefined;
  let largest = 0;
  after.forEach((word, index) => {
    if (word === before[index] || word < block + bytes || word > engine.bounds.memory.buffer.byteLength) return;
    if (word > largest) {
      largest = word;
      found = index * 4;
    }
  });
  engine.module._free(block);
  return found;
}
