/**
 * What is already compiled, and still true: no bundler, no engine, only hashes.
 * @module
 */
import { resolve } from 'node:path';
import { BUNDLE_OPTIONS_DIGEST, ESBUILD_VERSION } from './bundle.js';
import { type CacheEntry, CompiledModuleCache, type DiskRecords } from './cache.js';
import { canonicalJson, sha256 } from './canonical-json.js';
import { BUNDLE_INPUT_MAX_BYTES } from './limits.js';
import type { CompileOutcome, CompileTarget } from './outcome.js';
import { readCapped } from './pack-files.js';

/** What is asked for: `packDir` is a pack's real path. */
export interface CompileRequest {
  packDir: string;
  target: CompileTarget;
}

/** Hash written for a file that must not exist. */
export const ABSENT = 'absent';

/**
 * Makes a synchronous lookup of compiled modules. It answers `undefined` when a module was never compiled, when any
 * file it was made of has changed, or when a file has appeared that would be found first.
 */
export function createCachedLookup(
  cache: CompiledModuleCache = new CompiledModuleCache(),
): (request: CompileRequest) => CompileOutcome | undefined {
  return (request) => cachedEntry(cache, request)?.outcome;
}

/** The stored entry of a module whose files are unchanged. */
export function cachedEntry(cache: CompiledModuleCache, { packDir, target }: CompileRequest): CacheEntry | undefined {
  const pointer = cache.readPointer(packDir, target);
  if (!pointer || pointer.files.length === 0) return undefined;
  for (const [path, hash] of pointer.files) {
    if (hashOnDisk(resolve(packDir, path)) !== hash) return undefined;
  }
  const entry = cache.read(pointer.key);
  if (!entry || canonicalJson(entry.records.target) !== canonicalJson(target)) return undefined;
  return isSameMake(entry, pointer.files) ? entry : undefined;
}

/** Hash of a file as it is now; {@link ABSENT} when it cannot be read. */
export function hashOnDisk(path: string): string {
  try {
    const bytes = readCapped(path, BUNDLE_INPUT_MAX_BYTES);
    return bytes ? sha256(bytes) : 'too large';
  } catch {
    return ABSENT;
  }
}

/** A pointer may only lead to an entry that was made of the very files the pointer lists. */
function isSameMake({ records }: CacheEntry, files: DiskRecords): boolean {
  if (records.esbuildVersion !== ESBUILD_VERSION || records.optionsDigest !== BUNDLE_OPTIONS_DIGEST) return false;
  const hashes = new Set(files.map(([, hash]) => hash));
  return [...records.inputs, ...records.resolution].every(([, hash]) => hashes.has(hash));
}
