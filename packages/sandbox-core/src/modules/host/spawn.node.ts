/**
 * Starts host-module workers on Node's worker threads.
 * @module
 */
import { builtFile } from '../../built-file.node.js';
import { startCallWorker } from '../call-worker.node.js';
import type { HostWorker } from './wire.js';

/** Heap of one worker, in MiB. */
const HEAP_MIB = 512;

/** Starts one worker. */
export function spawnHostWorker(): HostWorker {
  return startCallWorker({
    file: builtFile(import.meta.url, './worker-entry.node.js'),
    name: 'host-module',
    env: { TZ: 'UTC' },
    maxHeapMib: HEAP_MIB,
  });
}
