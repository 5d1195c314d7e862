/**
 * One time limit for all of a fetch: names, connections, redirects and the body.
 * @module
 */
import { cancelledError } from '../answer.js';

/** What is limited, for the error's text. */
export interface DeadlineOptions {
  /** Method and host. */
  what: string;
  timeoutMs: number;
  /** Ends the work too, as cancelled. */
  signal: AbortSignal;
}

/**
 * Does `work` and tells it by its signal when it must end. The promise rejects at that moment, also while the work
 * waits for something that cannot be stopped, such as a resolver.
 */
export async function withDeadline<T>(
  { what, timeoutMs, signal }: DeadlineOptions,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const cancel = () => ending.abort(cancelledError());
  const timer = setTimeout(() => {
    const message = `fetch: ${what} timed out: it was not complete after ${timeoutMs} ms. Ask for less, or for longer`;
    ending.abort(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }, timeoutMs);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await raced(work(ending.signal), ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
