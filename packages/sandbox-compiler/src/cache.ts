/**
 * Compiled modules on disk, found by what they were made of.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BUNDLE_OPTIONS_DIGEST, ESBUILD_VERSION } from './bundle.js';
import { type CacheEntry, checkedEntry, KEY, type KeyRecords, withChecksum } from './cache-entry.js';
import { canonicalJson, digestOf } from './canonical-json.js';
import { areUnchanged, type DiskRecords } from './disk-records.js';
import { SANDBOX_COMPILER_VERSION } from './limits.js';
import type { CompileTarget } from './outcome.js';

const POINTER_FOLDER = 'index';

const pointerSchema = z.object({
  key: z.string().regex(KEY),
  files: z.array(z.tuple([z.string(), z.string()])).min(1),
});

/**
 * `$NODETOOL_CACHE_DIR/sandbox-modules`, else the user's cache folder of the platform.
 * @example
 * cacheRoot({ NODETOOL_CACHE_DIR: '/var/cache' }); // '/var/cache/sandbox-modules'
 */
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
 * It does not protect from somebody who can write to its folder: they can write a consistent entry.
 * @example
 * const catalog = await loadCatalog({ cwd: process.cwd(), cache: new CompiledModuleCache('/var/cache/my-app') });
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
    return this.#store(join(this.root, `${entry.key}.json`), withChecksum(entry));
  }

  /**
   * The entry for a pack's target whose files are unchanged; `packDir` is a real path. It is `undefined` when the target
   * was never compiled, when a file it was made of has changed, or when one has appeared that would be found first.
   */
  readForPack(packDir: string, target: CompileTarget): CacheEntry | undefined {
    const pointer = pointerSchema.safeParse(readJson(this.#pointerPath(packDir, target)));
    if (!pointer.success || !areUnchanged(packDir, pointer.data.files)) return undefined;
    const entry = this.read(pointer.data.key);
    if (!entry || canonicalJson(entry.records.target) !== canonicalJson(target)) return undefined;
    return isSameMake(entry.records, pointer.data.files) ? entry : undefined;
  }

  /** Remembers where the outcome for a pack's target is, and which files must be unchanged for it to hold. */
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

/** A pointer may only lead to an entry that was made of the very files the pointer lists. */
function isSameMake(records: KeyRecords, files: DiskRecords): boolean {
  if (records.esbuildVersion !== ESBUILD_VERSION || records.optionsDigest !== BUNDLE_OPTIONS_DIGEST) return false;
  const hashes = new Set(files.map(([, hash]) => hash));
  return [...records.inputs, ...records.resolution].every(([, hash]) => hashes.has(hash));
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
