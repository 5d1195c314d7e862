/**
 * What a page's interpreter worker runs.
 * @module
 */
import { workerScope } from '../page-worker.js';
import { serveWorker } from './serve-worker.js';
import type { ToWorker, WorkerStart } from './worker-messages.js';

/**
 * A browser gives its workers no more stack than its pages, and nobody can ask for more. With a larger limit the
 * host's own stack would run out before the guest's check: measured with programs that recurse through built-ins.
 */
const MAX_STACK_BYTES = 64 * 1024;

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
  return { ...message, job: { ...job, stackLimitBytes: Math.min(job.stackLimitBytes, MAX_STACK_BYTES) } };
}
