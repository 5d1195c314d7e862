/**
 * `sleep(ms)`.
 * @module
 */
import { MAX_SLEEP_MS } from '../guest-limits.js';
import type { GuestBridge } from './bridge.js';
import { MathMin, NumberOf, ObjectFreeze } from './primordials.js';
import { promised } from './settled.js';

/** Makes `sleep`: waits `min(ms, 5000)` milliseconds; what is no positive number counts as 0. */
export function createSleep(bridge: GuestBridge): (ms?: unknown) => Promise<unknown> {
  return ObjectFreeze((ms?: unknown) =>
    promised(() => {
      const number = NumberOf(ms);
      const wait = number > 0 ? MathMin(number, MAX_SLEEP_MS) : 0;
      return bridge.call('sleep', [wait]);
    }),
  );
}
