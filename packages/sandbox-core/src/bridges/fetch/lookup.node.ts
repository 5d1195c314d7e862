/**
 * Names to addresses, by the system's resolver.
 * @module
 */
import { lookup } from 'node:dns/promises';

/**
 * Lookups at the same time; Node itself does no more. A lookup under way cannot be stopped, so the line is ours: a
 * program that asked for names whose servers never answer gives up its places in it when its time is over.
 */
const MAX_LOOKUPS = 2;

const waiting = new Set<() => void>();
let running = 0;

/** All addresses of a name, IPv4 and IPv6, in the resolver's order. Rejects at once when `signal` fires. */
export async function lookupAll(hostname: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  if (running < MAX_LOOKUPS) running++;
  else await turn(signal);
  // Whoever is done hands its turn on, so that the number stays right also for lookups nobody waits for any more.
  const found = lookup(hostname, { all: true, verbatim: true }).finally(passOn);
  return (await found).map(({ address }) => address);
}

function turn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(begin);
      reject(signal.reason);
    };
    waiting.add(begin);
    signal.addEventListener('abort', leave, { once: true });
  });
}

function passOn(): void {
  const [next] = waiting;
  if (next === undefined) {
    running--;
    return;
  }
  waiting.delete(next);
  next();
}
