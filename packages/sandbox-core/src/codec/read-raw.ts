/**
 * Reads what the engine wrote of `[value]` without the guest's help, and says how far that may be trusted.
 * @module
 */
import { CodecError } from './codec-error.js';
import { type DecodeBudget, decodeNoting, DEFAULT_DECODE_BUDGET } from './decode.js';

/** A value read from the engine's own bytes. */
export interface RawReading {
  value: unknown;
  /**
   * Absent: the value is right as it is. Present: right if the guest's `looksRaw(value, mode, keys, inArrays)` says
   * so, which looks only for `toJSON` and only where the bytes hold objects.
   */
  look?: { keys: readonly string[] | null; inArrays: boolean };
}

/**
 * The cheap way out of the guest. Returns `undefined` when the value must go through the guest's `pack`, because the
 * engine's bytes lose something (a hole reads as `undefined`, a RegExp is bytecode) or hold what must be refused by
 * name (a symbol, a cycle, too deep nesting).
 *
 * @param bytes - what the engine's writer made of `[value]`
 * @param mode - 0 full fidelity, 1 result, 2 emitted value or output
 * @throws CodecError `budget` or `malformed`; `pack` would not help
 */
export function readRaw(bytes: Uint8Array, mode: 0 | 1 | 2, budget: Partial<DecodeBudget> = {}): RawReading | undefined {
  let read: ReturnType<typeof decodeNoting>;
  try {
    read = decodeNoting(bytes, { ...DEFAULT_DECODE_BUDGET, ...budget });
  } catch (error) {
    if (error instanceof CodecError && error.code !== 'budget' && error.code !== 'malformed') return undefined;
    throw error;
  }
  const { value, findings } = read;
  if (mode === 0) return findings.hasUndefinedInArrays ? undefined : { value };
  // Members of a map or set have no key to be found under.
  if (findings.hasCollections || findings.hasBoxed) return undefined;
  if (typeof value !== 'object' || value === null) return { value };
  const { objectKeys, hasObjectsInArrays } = findings;
  return { value, look: { keys: objectKeys === null ? null : [...objectKeys], inArrays: hasObjectsInArrays } };
}
