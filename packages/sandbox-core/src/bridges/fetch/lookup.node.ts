/**
 * Names to addresses, by the system's resolver.
 * @module
 */
import { lookup } from 'node:dns/promises';

/**
 * Lookups at the same time. Each holds a thread of Node's pool of 4 until the resolver gives up: a program that asks
 * for names whose servers never answer must not take the threads that files and hashes need.
 */
const MAX_LOOKUPS = 2;

const waiting: (() => void)[] = [];
let running = 0;

/** All addresses of a name, IPv4 and IPv6, in the resolver's order. */
export async function lookupAll(hostname: string): Promise<string[]> {
  if (running >= MAX_LOOKUPS) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
