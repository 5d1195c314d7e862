/**
 * What the cache holds: one outcome and all that it was made of.
 * @module
 */
import { z } from 'zod';
import { digestOf, sha256 } from './canonical-json.js';
import { PACK_FINDING_CODES } from './findings.js';
import { SANDBOX_COMPILER_VERSION } from './limits.js';
import type { CompileOutcome, CompileTarget, SkipCode } from './outcome.js';

/** What a cache key is made of. Paths are `<package>@<version>!/<path>`. */
export interface KeyRecords {
  compilerVersion: number;
  esbuildVersion: string;
  optionsDigest: string;
  target: CompileTarget;
  /** Files that were compiled, with their hash, sorted. */
  inputs: [string, string][];
  /** The package.json files that decided how they were resolved, with their hash, sorted. */
  resolution: [string, string][];
}

/** One stored outcome. */
export interface CacheEntry {
  key: string;
  records: KeyRecords;
  outcome: CompileOutcome;
}

/** Form of a key: 64 lower-case hex digits. */
export const KEY: RegExp = /^[a-f0-9]{64}$/;

const position = z.object({ file: z.string(), line: z.number(), column: z.number() });
const pairs = z.array(z.tuple([z.string(), z.string()]));
const outcomeSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('compiled'),
    artifact: z.object({
      source: z.string(),
      bytes: z.number(),
      sha256: z.string().regex(KEY),
      exports: z.array(z.string()),
      compilerVersion: z.literal(SANDBOX_COMPILER_VERSION),
      optionsDigest: z.string(),
      inputsDigest: z.string(),
      licenses: z.array(
        z.object({ name: z.string(), version: z.string(), license: z.string(), text: z.string().optional() }),
      ),
      loadMs: z.number(),
      peakMemoryBytes: z.number(),
      pure: z.boolean(),
    }),
    warnings: z.array(z.object({ message: z.string(), at: position.optional() })).optional(),
  }),
  z.object({
    status: z.literal('skipped'),
    code: z.string().refine((code): code is SkipCode => code.startsWith('npm-module-') && code in PACK_FINDING_CODES),
    message: z.string(),
    at: position.optional(),
  }),
]);
const entrySchema = z.object({
  key: z.string().regex(KEY),
  records: z.object({
    compilerVersion: z.literal(SANDBOX_COMPILER_VERSION),
    esbuildVersion: z.string(),
    optionsDigest: z.string(),
    target: z.union([z.strictObject({ npm: z.string() }), z.strictObject({ entry: z.string() })]),
    inputs: pairs,
    resolution: pairs,
  }),
  outcome: outcomeSchema,
});

/** The key of an outcome: SHA-256 over the canonical JSON of its records. */
export function keyOf(records: KeyRecords): string {
  return digestOf(records);
}

/** A stored entry as it is written: with a checksum of all the rest. */
export function withChecksum(entry: CacheEntry): CacheEntry & { checksum: string } {
  return { ...entry, checksum: digestOf(entry) };
}

/** The entry that was stored under a key; `undefined` when it is of another compiler, or not what was written. */
export function checkedEntry(stored: unknown, key: string): CacheEntry | undefined {
  const parsed = entrySchema.safeParse(stored);
  if (!parsed.success || parsed.data.key !== key) return undefined;
  const { checksum, ...rest } = stored as Record<string, unknown>;
  if (checksum !== digestOf(rest) || keyOf(parsed.data.records as KeyRecords) !== key) return undefined;
  const { outcome } = parsed.data;
  if (outcome.status === 'compiled' && sha256(outcome.artifact.source) !== outcome.artifact.sha256) return undefined;
  return parsed.data as CacheEntry;
}
