/**
 * Finds out whether the running engine keeps its inner state where we believe it does.
 * @module
 */

import type { BufferLayout, Engine } from './engine.js';
import type { Pointer } from './ffi.js';
import { BINARY_FORMAT_VERSION, CONTEXT_OFFSETS, STACK_BYTES, STACK_TOP } from './pinned.js';

/** Places that a restore renews: three relative to the context, one absolute. */
export interface EngineOffsets {
  randomState: number;
  timeOrigin: number;
  interruptCounter: number;
  /** Address of the variable that holds the end of the allocator's heap. */
  heapEndAddress: Pointer;
  buffer: BufferLayout;
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
 * Checks a scratch engine, freshly prepared. No image may be taken of it afterwards.
 * @returns the offsets, or `undefined` when this is another engine: then each run gets a new instance
 */
export function confirmOffsets(engine: Engine): EngineOffsets | undefined {
  const heapEndAddress = findHeapEndAddress(engine);
  const confirmed = randomStateMoves(engine) && interruptCounterFalls(engine) && binaryFormatIsKnown(engine);
  const buffer = findBufferLayout(engine);
  if (!confirmed || heapEndAddress === undefined || buffer === undefined) return undefined;
  return { ...CONTEXT_OFFSETS, heapEndAddress, buffer };
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

/** Looks for a buffer's bytes and length behind the words of its object; two buffers must agree. */
function findBufferLayout(engine: Engine): BufferLayout | undefined {
  const first = bufferLayouts(engine, 1237, 0x5a);
  const second = bufferLayouts(engine, 40_003, 0xa7).map((layout) => JSON.stringify(layout));
  const common = first.filter((layout) => second.includes(JSON.stringify(layout)));
  return common.length === 1 ? common[0] : undefined;
}

const MAX_OFFSET = 64;

function bufferLayouts(engine: Engine, length: number, fill: number): BufferLayout[] {
  const value = engine.evaluateScript(`new Uint8Array(${length}).fill(${fill}).buffer`, 'nodetool:check');
  const memory = engine.module.HEAPU8;
  const isHeap = (address: number) => address >= STACK_TOP && address + MAX_OFFSET < memory.length;
  const isData = (address: number) =>
    isHeap(address) &&
    address + length <= memory.length &&
    memory.subarray(address, address + length).every((byte) => byte === fill);
  const found: BufferLayout[] = [];
  const object = engine.readUint32(value);
  for (let record = 0; record < MAX_OFFSET; record += 4) {
    const at = engine.readUint32(object + record);
    if (!isHeap(at)) continue;
    const lengthAt = firstOffset((offset) => engine.readUint32(at + offset) === length);
    const dataAt = firstOffset((offset) => isData(engine.readUint32(at + offset)));
    if (lengthAt !== undefined && dataAt !== undefined) found.push({ record, length: lengthAt, data: dataAt });
  }
  engine.free(value);
  return found;
}

function firstOffset(fits: (offset: number) => boolean): number | undefined {
  for (let offset = 0; offset < MAX_OFFSET; offset += 4) if (fits(offset)) return offset;
  return undefined;
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
