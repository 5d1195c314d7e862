/**
 * `parallelMap`: an async map with a bounded number of items at work.
 * @module
 */
import { defineVisible } from './own-property.js';
import {
  ArrayIsArray,
  MathFloor,
  MathMin,
  NumberIsFinite,
  NumberOf,
  promiseThen,
  promiseWithResolvers,
  ReflectApply,
  SymbolIterator,
  TypeErrorClass,
} from './primordials.js';
import { rejectedWith } from './settled.js';
import { kindOf } from './to-bytes.js';

const DEFAULT_CONCURRENCY = 5;
const MAX_CONCURRENCY = 32;

/**
 * Calls `fn(item, index)` for each item, at most `concurrency` (1 to 32, default 5) at a time.
 * Results come in input order. The first failure rejects with that error, and no further item is started.
 */
export const parallelMap = (items: unknown, fn: unknown, concurrency?: unknown): Promise<unknown[]> => {
  try {
    if (typeof fn !== 'function') throw new TypeErrorClass('parallelMap: fn must be a function, got ' + kindOf(fn));
    return mapAll(listOf(items), fn as (item: unknown, index: number) => unknown, concurrencyOf(concurrency));
  } catch (error) {
    return rejectedWith(error);
  }
};

function concurrencyOf(value: unknown): number {
  const number = value === undefined ? DEFAULT_CONCURRENCY : MathFloor(NumberOf(value));
  if (!NumberIsFinite(number)) return DEFAULT_CONCURRENCY;
  return number < 1 ? 1 : MathMin(number, MAX_CONCURRENCY);
}

function mapAll(
  items: unknown[],
  fn: (item: unknown, index: number) => unknown,
  concurrency: number,
): Promise<unknown[]> {
  const { promise, resolve, reject } = promiseWithResolvers<unknown[]>();
  const count = items.length;
  const results: unknown[] = [];
  let next = 0;
  let done = 0;
  let hasFailed = false;

  const fail = (error: unknown): void => {
    hasFailed = true;
    reject(error);
  };
  const startNext = (): void => {
    if (hasFailed || next >= count) return;
    const index = next++;
    const step = promiseWithResolvers<unknown>();
    try {
      step.resolve(fn(items[index], index));
    } catch (error) {
      fail(error);
      return;
    }
    void promiseThen(
      step.promise,
      (value) => {
        defineVisible(results, index, value);
        if (++done === count) resolve(results);
        else startNext();
      },
      fail,
    );
  };

  for (let index = 0; index < count; index++) defineVisible(results, index, undefined);
  if (count === 0) resolve(results);
  for (let started = 0; started < concurrency; started++) startNext();
  return promise;
}

function listOf(items: unknown): unknown[] {
  if (ArrayIsArray(items)) return copyOf(items);
  if (items !== null && items !== undefined) {
    const iterate = (items as Iterable<unknown>)[SymbolIterator];
    if (typeof iterate === 'function') return drain(ReflectApply(iterate, items, []) as Iterator<unknown>);
    const { length } = items as { length?: unknown };
    if (typeof items === 'object' && typeof length === 'number') return copyOf(items as ArrayLike<unknown>);
  }
  throw new TypeErrorClass('parallelMap: items must be an iterable or array-like, got ' + kindOf(items));
}

function copyOf(items: ArrayLike<unknown>): unknown[] {
  const list: unknown[] = [];
  const { length } = items;
  for (let index = 0; index < length; index++) defineVisible(list, index, items[index]);
  return list;
}

function drain(iterator: Iterator<unknown>): unknown[] {
  const list: unknown[] = [];
  for (let index = 0; ; index++) {
    const step = iterator.next();
    if (step.done) return list;
    defineVisible(list, index, step.value);
  }
}
