/**
 * Workers for calls in a page.
 * @module
 */
import type { PageWorker } from '../page-worker.js';
import { type CallWorker, Listeners } from './call-worker.js';

/** Wraps a dedicated worker that has just been made. */
export function pageCallWorker<Call, Answer>(worker: PageWorker): CallWorker<Call, Answer> {
  const listeners = new Listeners<Answer>();
  worker.addEventListener('message', ({ data }) => listeners.answer(data as Answer));
  worker.addEventListener('messageerror', () => listeners.die('the answer could not be read'));
  worker.addEventListener('error', (event) => {
    // What libraries say may hold a caller's data: not into the page's console.
    event.preventDefault();
    listeners.die('the worker of the call failed');
  });
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen: (onAnswer, onDeath) => listeners.listen(onAnswer, onDeath),
    keepAlive: () => undefined,
    terminate() {
      listeners.forget();
      worker.terminate();
    },
  };
}
