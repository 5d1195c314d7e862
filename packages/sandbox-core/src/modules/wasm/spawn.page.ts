/**
 * Starts WASM workers in a page.
 * @module
 */
import type { PageWorkerConstructor } from '../../page-worker.js';
import { pageCallWorker } from '../page-call-worker.js';
import type { WasmWorker } from './wire.js';

// Bundlers look for this name.
declare const Worker: PageWorkerConstructor;

/** Starts one dedicated module worker. */
export function spawnWasmWorker(): WasmWorker {
  return pageCallWorker(
    new Worker(new URL('./worker-entry.page.js', import.meta.url), { type: 'module', name: 'wasm-module' }),
  );
}
