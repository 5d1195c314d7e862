/**
 * Starts host-module workers on Node's worker threads.
 * @module
 */
import { Worker } from 'node:worker_threads';
import { builtFile } from '../../built-file.node.js';
import type { HostAnswerMessage, HostWorker } from './wire.js';

/** Heap of one worker, in MiB. */
export const HOST_WORKER_HEAP_MIB = 512;

/** Starts one worker. It has no access to the process's environment, input or output. */
export function spawnHostWorker(): HostWorker {
  const worker = new Worker(builtFile(import.meta.url, './worker-entry.node.js'), {
    name: 'host-module',
    env: { TZ: 'UTC' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HOST_WORKER_HEAP_MIB },
    stdin: false,
    stdout: true,
    stderr: true,
  });
  let onAnswer: (answer: HostAnswerMessage) => void = () => {};
  let onDeath: ((what: string) => void) | undefined;
  const die = (what: string): void => {
    const report = onDeath;
    onDeath = undefined;
    report?.(what);
  };
  worker.on('message', (answer: HostAnswerMessage) => onAnswer(answer));
  worker.on('messageerror', () => die('the result could not be read'));
  worker.on('error', (error) => die(deathText(error)));
  worker.on('exit', () => die('the worker of the call ended'));
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(answer, death) {
      onAnswer = answer;
      onDeath = death;
    },
    keepAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    terminate() {
      onAnswer = () => {};
      onDeath = undefined;
      // A thread that cannot be stopped is gone with the process; nobody waits for it.
      worker.terminate().catch(() => {});
    },
  };
}

function deathText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `the library needed more than ${HOST_WORKER_HEAP_MIB} MiB of memory`;
  return 'the worker of the call failed';
}
