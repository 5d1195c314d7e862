/**
 * `nodetool packs cache clean`
 * @module
 */
import { CompiledModuleCache, cacheRoot } from '@nodetool-ai/sandbox-compiler';
import { EXIT, usageError } from '../errors/problem.js';
import { type CliIo, print } from '../io.js';
import { plural } from '../text/units.js';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Removes compiled modules; with `olderThan`, in ms, only those written longer ago. */
export async function packsCacheCleanCommand(options: { olderThan?: number }, io: CliIo): Promise<number> {
  const removed = new CompiledModuleCache(cacheRoot(io.env)).clean(options.olderThan ?? 0);
  print(io, `${plural(removed, 'file')} removed.`);
  return EXIT.ok;
}

/**
 * Reads an age.
 * @throws CliError with exit status 2
 * @example
 * parseAge('30d'); // 2_592_000_000
 */
export function parseAge(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(digits) * (UNIT_MS[unit] ?? 0);
  if (ms > 0) return ms;
  throw usageError(`"${text}" is not an age.`, 'Write --older-than 30d; units are d, h and m.');
}
