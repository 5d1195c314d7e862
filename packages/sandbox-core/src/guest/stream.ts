/**
 * `stream`: the inputs of a run as async iterables. Each step is one take; what is not taken stays with the host.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { frozen } from './frozen.js';
import { defineHidden, defineVisible } from './own-property.js';
import { ObjectCreate, promiseThen, TypeErrorClass } from './primordials.js';
import { promised, resolvedWith } from './settled.js';

type Taken = [handle: string, value: unknown];

const SymbolAsyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator;

/** Makes `stream(name)` with `any`, `first` and `open`. */
export function createStream(bridge: GuestBridge): object {
  /** Streams that have said that they are over: it stays so. */
  const ended = ObjectCreate(null);
  let hasAnyEnded = false;

  const take = <T>(handle: string | null, onValue: (taken: Taken) => T, onEnd: () => T): Promise<T> => {
    if (handle === null ? hasAnyEnded : ended[handle] === true) return resolvedWith(onEnd());
    return promiseThen(bridge.call('stream.take', [handle]), (taken: Taken | null) => {
      if (taken !== null) return onValue(taken);
      if (handle === null) hasAnyEnded = true;
      else ended[handle] = true;
      return onEnd();
    }) as Promise<T>;
  };

  const iterate = <T>(handle: string | null, valueOf: (taken: Taken) => T): AsyncIterableIterator<T> => {
    const next = (): Promise<IteratorResult<T>> =>
      take<IteratorResult<T>>(handle, (taken) => ({ done: false, value: valueOf(taken) }), endOf);
    const iterator = {
      next: () => promised(next),
      // Leaving a loop takes no more; a later loop goes on with the next value.
      return: (value?: unknown) => resolvedWith({ done: true as const, value }),
    };
    defineHidden(iterator, SymbolAsyncIterator, () => iterator);
    return frozen(iterator) as unknown as AsyncIterableIterator<T>;
  };

  const stream = (name: unknown) => iterate(requireName('stream', name), valueOfTaken);
  defineVisible(stream, 'any', () => iterate(null, (taken) => taken));
  defineVisible(stream, 'first', (name: unknown) =>
    promised(() => take(requireName('stream.first', name), valueOfTaken, nothing)),
  );
  defineVisible(stream, 'open', (name: unknown) => bridge.callSync('stream.open', [requireName('stream.open', name)]));
  return frozen(stream);
}

const valueOfTaken = (taken: Taken): unknown => taken[1];
const nothing = (): undefined => undefined;
const endOf = () => ({ done: true as const, value: undefined });

function requireName(verb: string, name: unknown): string {
  if (typeof name !== 'string') throw new TypeErrorClass(verb + ': name must be a string');
  return name;
}
