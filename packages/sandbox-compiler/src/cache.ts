/**
 * Compiled modules on disk, found by what they were made of.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
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

/** Where the files of a compilation were: path relative to the pack → hash, or `absent` when it must not exist. */
export type DiskRecords = [string, string][];

const KEY = /^[a-f0-9]{64}$/;
const POINTER_FOLDER = 'index';

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
const pointerSchema = z.object({ key: z.string().regex(KEY), files: pairs });

/** The key of an outcome: SHA-256 over the canonical JSON of its records. */
export function keyOf(records: KeyRecords): string {
  return digestOf(records);
}

/** `$NODETOOL_CACHE_DIR/sandbox-modules`, else the user's cache folder of the platform. */
export function cacheRoot(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const set = env['NODETOOL_CACHE_DIR'];
  if (set) return join(set, 'sandbox-modules');
  const home = homedir();
  const base =
    process.platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? join(home, 'Library', 'Caches')
        : (env['XDG_CACHE_HOME'] ?? join(home, '.cache'));
  return join(base, 'nodetool', 'sandbox-modules');
}

/**
 * The cache of compiled modules: `<root>/<key>.json` holds an outcome, `<root>/index/<hash>.json` leads from a pack's
 * folder to it. Entries that do not parse, come from another compiler, or whose checksum, source hash or key is wrong
 * are removed when they are read. Files are written beside and renamed, so that a reader never sees half of one.
 * A cache that cannot be written is no error: modules are then compiled every time.
 */
export class CompiledModuleCache {
  readonly root: string;

  constructor(root: string = cacheRoot()) {
    this.root = root;
  }

  /** The entry with a key; `undefined` when there is none or it was not right. */
  read(key: string): CacheEntry | undefined {
    if (!KEY.test(key)) return undefined;
    const stored = readJson(join(this.root, `${key}.json`));
    if (stored === undefined) return undefined;
    const entry = checkedEntry(stored, key);
    if (!entry) this.evict(key);
    return entry;
  }

  /** Stores an entry; says whether it could. */
  write(entry: CacheEntry): boolean {
    if (!KEY.test(entry.key)) throw new TypeError('A cache key is 64 hex digits.');
    return this.#store(join(this.root, `${entry.key}.json`), { ...entry, checksum: digestOf(entry) });
  }

  /** Where the outcome for a pack's target is, and which files must be unchanged for it to hold. */
  readPointer(packDir: string, target: CompileTarget): { key: string; files: DiskRecords } | undefined {
    const parsed = pointerSchema.safeParse(readJson(this.#pointerPath(packDir, target)));
    return parsed.success ? parsed.data : undefined;
  }

  /** Remembers where the outcome for a pack's target is; `packDir` is a real path. */
  writePointer(packDir: string, target: CompileTarget, key: string, files: DiskRecords): boolean {
    return this.#store(this.#pointerPath(packDir, target), { key, files });
  }

  /** Removes one entry. */
  evict(key: string): void {
    if (KEY.test(key)) removeQuietly(join(this.root, `${key}.json`));
  }

  /** Removes entries and pointers not written for `olderThanMs` (default 0: all); answers how many files went. */
  clean(olderThanMs = 0): number {
    let removed = 0;
    const limit = olderThanMs > 0 ? Date.now() - olderThanMs : Number.POSITIVE_INFINITY;
    for (const folder of [this.root, join(this.root, POINTER_FOLDER)]) {
      for (const name of namesIn(folder)) {
        if (!/^[a-f0-9]{64}\.json$/.test(name) && !/\.tmp$/.test(name)) continue;
        const path = join(folder, name);
        const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
        if (writtenMs === undefined || writtenMs > limit) continue;
        removeQuietly(path);
        removed += 1;
      }
    }
    return removed;
  }

  #pointerPath(packDir: string, target: CompileTarget): string {
    const name = digestOf([SANDBOX_COMPILER_VERSION, packDir, target]);
    return join(this.root, POINTER_FOLDER, `${name}.json`);
  }

  #store(path: string, value: unknown): boolean {
    const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      mkdirSync(join(this.root, POINTER_FOLDER), { recursive: true });
      writeFileSync(temporary, JSON.stringify(value));
      renameSync(temporary, path);
      return true;
    } catch {
      removeQuietly(temporary);
      return false;
    }
  }
}

function checkedEntry(stored: unknown, key: string): CacheEntry | undefined {
  const parsed = entrySchema.safeParse(stored);
  if (!parsed.success || parsed.data.key !== key) return undefined;
  const { checksum, ...rest } = stored as Record<string, unknown>;
  if (checksum !== digestOf(rest) || keyOf(parsed.data.records as KeyRecords) !== key) return undefined;
  const { outcome } = parsed.data;
  if (outcome.status === 'compiled' && sha256(outcome.artifact.source) !== outcome.artifact.sha256) return undefined;
  return parsed.data as CacheEntry;
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null; // there, and not right
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays; the next read finds it wrong again.
  }
}
