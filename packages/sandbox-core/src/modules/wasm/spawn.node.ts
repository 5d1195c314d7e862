/**
 * Starts WASM workers on Node's worker threads.
 * @module
 */
import { Worker } from 'node:worker_threads';
import { builtFile } from '../../built-file.node.js';
import type { WasmAnswerMessage, WasmWorker } from './wire.js';

/** Heap of one worker, in MiB. Memory of instances is not on it; the reader of binaries keeps the rest small. */
const HEAP_MIB = 256;

/** Starts one worker. It has no access to the process's environment, input or output. */
export function spawnWasmWorker(): WasmWorker {
  const worker = new Worker(builtFile(import.meta.url, './worker-entry.node.js'), {
    name: 'wasm-module',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    stdin: false,
    stdout: true,
    stderr: true,
  });
  let onAnswer: (answer: WasmAnswerMessage) => void = () => {};
  let onDeath: ((what: string) => void) | undefined;
  const die = (what: string): void => {
    const report = onDeath;
    onDeath = undefined;
    report?.(what);
  };
  worker.on('message', (answer: WasmAnswerMessage) => onAnswer(answer));
  worker.on('messageerror', () => die('the answer could not be read'));
  worker.on('error', () => die('its worker failed'));
  worker.on('exit', () => die('its worker ended'));
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
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
