/**
 * Workers for calls on Node's worker threads.
 * @module
 */
import { Worker } from 'node:worker_threads';
import { type CallWorker, Listeners } from './call-worker.js';

/** What a worker is started with. */
export interface CallWorkerOptions {
  file: URL;
  name: string;
  /** All of the environment it sees. */
  env: Record<string, string>;
  maxHeapMib: number;
}

/** Starts one worker. It has no access to the process's environment, input or output. */
export function startCallWorker<Call, Answer>(options: CallWorkerOptions): CallWorker<Call, Answer> {
  const { file, name, env, maxHeapMib } = options;
  const worker = new Worker(file, {
    name,
    env,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
    stdin: false,
    stdout: true,
    stderr: true,
  });
  const listeners = new Listeners<Answer>();
  worker.on('message', (answer: Answer) => listeners.answer(answer));
  worker.on('messageerror', () => listeners.die('the answer could not be read'));
  worker.on('error', (error) => listeners.die(deathText(error, maxHeapMib)));
  worker.on('exit', () => listeners.die('the worker of the call ended'));
  worker.unref();
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen: (onAnswer, onDeath) => listeners.listen(onAnswer, onDeath),
    keepAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    terminate() {
      listeners.forget();
      // A thread that cannot be stopped is gone with the process; nobody waits for it.
      worker.terminate().catch(() => {});
    },
  };
}

function deathText(error: unknown, maxHeapMib: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `the library needed more than ${maxHeapMib} MiB of memory`;
  return 'the worker of the call failed';
}
