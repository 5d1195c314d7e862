/**
 * How long work of its own held this thread at most.
 * @module
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const TICK_MS = 5;

/** Starts to watch; the function it gives ends that and tells the longest time in ms. */
export function watchTurns(): () => number {
  let last = ownTime();
  let longest = 0;
  const look = (): void => {
    const now = ownTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, TICK_MS);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/**
 * Processor time of this thread: on a busy machine the clock also counts the work of others. Where the system does not
 * tell it, the clock stands in.
 */
function ownTime(): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}
