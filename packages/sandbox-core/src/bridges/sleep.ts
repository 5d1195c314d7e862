/**
 * Host side of `sleep`.
 * @module
 */
import { MAX_SLEEP_MS } from '../guest-limits.js';
import type { BridgeTable } from './bridge.js';

declare const setTimeout: (callback: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

/**
 * The bridge `sleep(ms)`: waits `min(ms, 5000)` milliseconds and answers `undefined`.
 * Non-finite values except `Infinity`, negative ones and a missing one count as 0. An abort ends the wait at once.
 */
export function sleepBridges(): BridgeTable {
  return new Map([
    [
      'sleep',
      (args, { signal }) => {
        const wait = waitOf(args[0]);
        return new Promise<undefined>((resolve) => {
          if (signal.aborted) {
            resolve(undefined);
            return;
          }
          const end = (): void => {
            clearTimeout(timer);
            forget();
            resolve(undefined);
          };
          const timer = setTimeout(end, wait);
          const forget = onAbort(signal, end);
        });
      },
    ],
  ]);
}

function waitOf(value: unknown): number {
  const ms = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? Number(value) : 0;
  return ms > 0 ? Math.min(ms, MAX_SLEEP_MS) : 0;
}

const waitingFor = new WeakMap<AbortSignal, Set<() => void>>();

function abortAll(this: AbortSignal): void {
  for (const task of [...(waitingFor.get(this) ?? [])]) task();
}

/** One listener for all waits of a run: with one each, a program could have the host print a warning about a leak. */
function onAbort(signal: AbortSignal, task: () => void): () => void {
  const tasks = waitingFor.get(signal) ?? new Set();
  waitingFor.set(signal, tasks.add(task));
  // The same listener is added once.
  signal.addEventListener('abort', abortAll);
  return () => {
    tasks.delete(task);
    if (tasks.size === 0) signal.removeEventListener('abort', abortAll);
  };
}
