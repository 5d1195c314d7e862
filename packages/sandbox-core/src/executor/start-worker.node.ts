/**
 * Starts interpreter workers in Node.
 * @module
 */
import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.node.js';
import type { FromWorker, StartWorker, WorkerHandle } from './worker-messages.js';

/** Far more than the guest's largest stack needs, so that the guest's own check always comes first. */
const STACK_SIZE_MB = 64;

/** A `worker_threads` worker with an empty environment. */
export const startNodeWorker: StartWorker = (start) => {
  const worker = new Worker(builtFile(import.meta.url, './worker-entry.node.js'), {
    workerData: start,
    env: {},
    execArgv: [],
    resourceLimits: { stackSizeMb: STACK_SIZE_MB },
  });
  let failure: Error | undefined;
  let isTerminated = false;
  const handle: WorkerHandle = {
    post: (message, transfer) => worker.postMessage(message, transfer),
    async terminate() {
      isTerminated = true;
      await worker.terminate();
    },
    onMessage: () => undefined,
    onExit: () => undefined,
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
  worker.on('message', (message: FromWorker) => handle.onMessage(message));
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('exit', () => {
    if (!isTerminated) handle.onExit(failure);
  });
  return handle;
};
