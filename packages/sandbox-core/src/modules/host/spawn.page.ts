/**
 * Starts host-module workers in a page.
 * @module
 */
import type { PageWorkerConstructor } from '../../page-worker.js';
import { pageCallWorker } from '../page-call-worker.js';
import type { HostWorker } from './wire.js';

// Bundlers look for this name.
declare const Worker: PageWorkerConstructor;

/** Starts one dedicated module worker. */
export function spawnHostWorker(): HostWorker {
  return pageCallWorker(
    new Worker(new URL('./worker-entry.page.js', import.meta.url), { type: 'module', name: 'host-module' }),
  );
}
