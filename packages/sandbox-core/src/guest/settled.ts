/**
 * Promises that are settled from the start.
 * @module
 */
import { promiseWithResolvers } from './primordials.js';

/** A promise resolved with `value`. */
export function resolvedWith<T>(value: T): Promise<T> {
  const { promise, resolve } = promiseWithResolvers<T>();
  resolve(value);
  return promise;
}

/** A promise rejected with `error`. */
export function rejectedWith(error: unknown): Promise<never> {
  const { promise, reject } = promiseWithResolvers<never>();
  reject(error);
  return promise;
}

/** What `start` answers, or a promise rejected with what it throws: argument faults of async bridges never throw. */
export function promised<T>(start: () => Promise<T>): Promise<T> {
  try {
    return start();
  } catch (error) {
    return rejectedWith(error);
  }
}
