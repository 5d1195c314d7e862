/**
 * What a page's interpreter worker runs.
 * @module
 */
import { workerScope } from '../page-worker.js';
import { serveWorker } from './serve-worker.js';
import { SMALL_STACK_BYTES } from './small-stack.js';
import type { ToWorker, WorkerStart } from './worker-messages.js';

/** The first message says what to start with; it comes before this worker has said that it is ready. */
let take: Promise<(message: ToWorker) => void> | undefined;

workerScope.addEventListener('message', ({ data }) => {
  if (take === undefined) {
    take = serveWorker(data as WorkerStart, (message, transfer) => workerScope.postMessage(message, transfer ?? []));
    // An error nobody catches is what the page hears of.
    take.catch((error: unknown) =>
      setTimeout(() => {
        throw error;
      }, 0),
    );
    return;
  }
  const message = data as ToWorker;
  void take.then((serve) => serve(message.type === 'run' ? withPageStack(message) : message));
});

function withPageStack(message: ToWorker & { type: 'run' }): ToWorker {
  const { job } = message;
  return { ...message, job: { ...job, stackLimitBytes: Math.min(job.stackLimitBytes, SMALL_STACK_BYTES) } };
}
