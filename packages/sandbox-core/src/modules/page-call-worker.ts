/**
 * What workers of a page have in common that answer calls of host and WASM modules.
 * @module
 */
import type { PageWorker } from '../page-worker.js';

/** A worker that answers calls, as the pools see it. */
export interface PageCallWorker<Call, Answer> {
  post(message: Call, transfer?: ArrayBuffer[]): void;
  /** `onDeath` is called at most once, with a sentence about why; not after `terminate`. */
  listen(onAnswer: (answer: Answer) => void, onDeath: (what: string) => void): void;
  /** Nothing to do: a page does not wait for its workers. */
  keepAlive(): void;
  terminate(): void;
}

/** Wraps a dedicated worker that has just been made. */
export function pageCallWorker<Call, Answer>(worker: PageWorker): PageCallWorker<Call, Answer> {
  let onAnswer: (answer: Answer) => void = () => {};
  let onDeath: ((what: string) => void) | undefined;
  const die = (what: string): void => {
    const report = onDeath;
    onDeath = undefined;
    report?.(what);
  };
  worker.addEventListener('message', ({ data }) => onAnswer(data as Answer));
  worker.addEventListener('messageerror', () => die('the answer could not be read'));
  worker.addEventListener('error', (event) => {
    // What libraries say may hold a caller's data: not into the page's console.
    event.preventDefault();
    die('the worker of the call failed');
  });
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen(answer, death) {
      onAnswer = answer;
      onDeath = death;
    },
    keepAlive: () => undefined,
    terminate() {
      onAnswer = () => {};
      onDeath = undefined;
      worker.terminate();
    },
  };
}
