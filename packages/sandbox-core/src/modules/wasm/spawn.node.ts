/**
 * Starts WASM workers on Node's worker threads.
 * @module
 */
import { builtFile } from '../../built-file.node.js';
import { startCallWorker } from '../call-worker.node.js';
import type { WasmWorker } from './wire.js';

/** Heap of one worker, in MiB. Memory of instances is not on it; the reader of binaries keeps the rest small. */
const HEAP_MIB = 256;

/** Starts one worker. */
export function spawnWasmWorker(): WasmWorker {
  return startCallWorker({
    file: builtFile(import.meta.url, './worker-entry.node.js'),
    name: 'wasm-module',
    env: {},
    maxHeapMib: HEAP_MIB,
  });
}
