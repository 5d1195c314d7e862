/**
 * Starts interpreter workers in a page.
 * @module
 */
import type { PageWorkerConstructor, PageWorkerEvent } from '../page-worker.js';
import type { FromWorker, StartWorker, WorkerHandle } from './worker-messages.js';

// Bundlers look for this name.
declare const Worker: PageWorkerConstructor;

/** A dedicated module worker. */
export const startPageWorker: StartWorker = (start) => {
  const worker = new Worker(new URL('./worker-entry.page.js', import.meta.url), { type: 'module', name: 'sandbox' });
  let isOver = false;
  const handle: WorkerHandle = {
    post: (message, transfer) => worker.postMessage(message, transfer),
    async terminate() {
      isOver = true;
      // Terminating drops what the worker has sent and nobody has taken yet: one turn, so that it is taken.
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      worker.terminate();
    },
    onMessage: () => undefined,
    onExit: () => undefined,
    // A page does not end when it has nothing left to do.
    hold: () => undefined,
  };
  // A worker lives on after an error nobody caught, in a state nobody knows; one that was never loaded answers nothing.
  const fail = (event: PageWorkerEvent): void => {
    event.preventDefault();
    if (isOver) return;
    isOver = true;
    worker.terminate();
    handle.onExit(new Error(event.message || 'the worker could not be started: its script was refused or not found'));
  };
  worker.addEventListener('message', ({ data }) => handle.onMessage(data as FromWorker));
  worker.addEventListener('error', fail);
  worker.addEventListener('messageerror', fail);
  worker.postMessage(start, []);
  return handle;
};
