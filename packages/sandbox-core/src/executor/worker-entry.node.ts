/**
 * What a Node worker runs.
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { serveWorker } from './serve-worker.js';
import type { ToWorker, WorkerStart } from './worker-messages.js';

const port = parentPort;
if (port !== null) {
  const take = await serveWorker(workerData as WorkerStart, (message, transfer) => port.postMessage(message, transfer));
  port.on('message', (message: ToWorker) => take(message));
}
