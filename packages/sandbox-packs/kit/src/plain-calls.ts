/**
 * The same functions as in the guest, called in plain Node without a sandbox: same arguments, same errors,
 * but on the caller's thread and with no deadline.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';

/** A host function as an author calls it. */
export type PlainCall = (...args: unknown[]) => Promise<unknown>;

/**
 * Wraps the functions of a `./host` entry for direct use. Warnings go to `onWarning`, by default nowhere.
 * @example
 * const csv = plainCalls('csv', functions);
 * await csv['parse']?.('a\n1\n'); // [{ a: '1' }]
 */
export function plainCalls(
  id: string,
  functions: HostFunctions,
  onWarning: (text: string) => void = () => {},
): Readonly<Record<string, PlainCall>> {
  const calls: Record<string, PlainCall> = Object.create(null);
  for (const [name, call] of Object.entries(functions)) {
    calls[name] = async (...args) =>
      call({
        args,
        where: `${id}.${name}`,
        signal: new AbortController().signal,
        deadlineMs: Number.POSITIVE_INFINITY,
        warn: onWarning,
      });
  }
  return Object.freeze(calls);
}
