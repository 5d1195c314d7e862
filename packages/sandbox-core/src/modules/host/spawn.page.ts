/**
 * Starts host-module workers in a page.
 * @module
 */
import type { PageWorkerConstructor } from '../../page-worker.js';
import type { HostAnswerMessage, HostWorker } from './wire.js';

// Bundlers look for this name.
declare const Worker: PageWorkerConstructor;

/** Starts one dedicated module worker. */
export function spawnHostWorker(): HostWorker {
  const worker = new Worker(new URL('./worker-entry.page.js', import.meta.url), {
    type: 'module',
    name: 'host-module',
  });
  let onAnswer: (answer: HostAnswerMessage) => void = () => {};
  let onDeath: ((what: string) => void) | undefined;
  const die = (what: string): void => {
    const report = onDeath;
    onDeath = undefined;
    report?.(what);
  };
  worker.addEventListener('message', ({ data }) => onAnswer(data as HostAnswerMessage));
  worker.addEventListener('messageerror', () => die('the result could not be read'));
  worker.addEventListener('error', (event) => {
    // What libraries print may hold a caller's data: not into the page's console.
    event.preventDefault();
    die('the worker of the call failed');
  });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(answer, death) {
      onAnswer = answer;
      onDeath = death;
    },
    // A page does not wait for its workers.
    keepAlive: () => undefined,
    terminate() {
      onAnswer = () => {};
      onDeath = undefined;
      worker.terminate();
    },
  };
}
