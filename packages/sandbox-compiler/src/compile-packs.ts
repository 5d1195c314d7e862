/**
 * Compiles every module of the installed packs that needs it, and builds the catalog.
 * @module
 */
import type { PackFinding, SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { CompiledModuleCache } from './cache.js';
import { createCachedLookup } from './cached-lookup.js';
import { byCodeUnit, canonicalJson } from './canonical-json.js';
import { createCatalog } from './catalog.js';
import { compileTargetOf } from './catalog-item.js';
import { type CompileModuleResult, compileModule } from './compile-module.js';
import { type DiscoverPacksOptions, discoverPacks } from './discover.js';
import { COMPILE_CONCURRENCY } from './limits.js';
import type { CompileOutcome, CompileTarget } from './outcome.js';
import type { SandboxRunner } from './probe.js';
import type { DiscoveredPack } from './read-pack.js';

/** One step of {@link compilePacks}, given when it starts and when it ends. */
export interface CompileProgress {
  phase: 'start' | 'done';
  packName: string;
  specifier: string;
  /** Modules that are finished, of `total`. */
  done: number;
  total: number;
  /** With `done`: what came of it. */
  module?: CompiledModule;
}

/** One module that was looked at. */
export interface CompiledModule {
  packName: string;
  specifier: string;
  /** The library or the entry it was made of. */
  npm: string;
  /** 64 hex digits; empty when the compiler itself failed. */
  key: string;
  cached: boolean;
  /** Bytes of the module; 0 when it was skipped. */
  bytes: number;
  outcome: CompileOutcome;
}

/** Options of {@link compilePacks}. */
export interface CompilePacksOptions extends DiscoverPacksOptions {
  /** Ignore what is cached and write it anew. */
  force?: boolean;
  /** Modules at the same time: default 2, at most 8. */
  concurrency?: number;
  /** Compile this specifier alone; the others are taken as they are. */
  only?: string;
  cache?: CompiledModuleCache;
  onProgress?: (progress: CompileProgress) => void;
  signal?: AbortSignal;
  /** Runs the admission probe; default `runInSandbox` of `@nodetool-ai/sandbox-core`. */
  run?: SandboxRunner;
}

/** What {@link compilePacks} did. */
export interface CompilePacksResult {
  catalog: SandboxModuleCatalog;
  /** Every pack that was found and read. */
  packs: DiscoveredPack[];
  /** Modules that need compiling, sorted by specifier. */
  modules: CompiledModule[];
  compiled: number;
  skipped: number;
  cacheHits: number;
  /** Of discovery and of the compiler; the same as the catalog's diagnostics. */
  findings: PackFinding[];
}

/**
 * Finds packs, compiles what is not cached, and answers with the catalog.
 *
 * Nothing a pack does makes it reject: a pack or module that cannot be used is a finding with a code of
 * `PACK_FINDING_CODES`, and importing it fails. It rejects on `signal` alone.
 * It runs a library only in a guest with nothing granted (64 MiB of memory, 5000 ms of CPU); it does not prove that
 * every export works, nor that a library means well.
 *
 * @param options.cwd - folder of the application; default the working directory
 * @param options.concurrency - modules at the same time; default 2, ceiling 8
 * @param options.cache - default a folder in the user's cache, or `$NODETOOL_CACHE_DIR`
 * @example
 * const { modules, skipped } = await compilePacks({ cwd: process.cwd(), onProgress: ({ specifier }) => console.log(specifier) });
 */
export async function compilePacks(options: CompilePacksOptions = {}): Promise<CompilePacksResult> {
  const cache = options.cache ?? new CompiledModuleCache();
  const discovery = discoverPacks(options);
  const jobs = discovery.packs.flatMap((pack) =>
    pack.modules.flatMap(({ specifier, entry }) => {
      const target = compileTargetOf(entry);
      return target && (options.only === undefined || options.only === specifier) ? [{ pack, specifier, target }] : [];
    }),
  );
  const outcomes = new Map<string, CompileOutcome>();
  const modules: CompiledModule[] = [];
  const report = (phase: 'start' | 'done', job: (typeof jobs)[number], module?: CompiledModule) =>
    options.onProgress?.({
      phase,
      packName: job.pack.packName,
      specifier: job.specifier,
      done: modules.length,
      total: jobs.length,
      ...(module ? { module } : {}),
    });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      options.signal?.throwIfAborted();
      report('start', job);
      const result = await compileOne(job.pack, job.target, cache, options);
      outcomes.set(outcomeKey(job.pack.dir, job.target), result.outcome);
      const { outcome, cached, key } = result;
      const module: CompiledModule = {
        packName: job.pack.packName,
        specifier: job.specifier,
        npm: 'npm' in job.target ? job.target.npm : job.target.entry,
        key,
        cached,
        bytes: outcome.status === 'compiled' ? outcome.artifact.bytes : 0,
        outcome,
      };
      modules.push(module);
      report('done', job, module);
    }
  };
  await Promise.all(Array.from({ length: concurrencyOf(options.concurrency) }, work));

  modules.sort((a, b) => byCodeUnit(a.specifier, b.specifier));
  const fromCache = createCachedLookup(cache);
  const catalog = createCatalog(
    discovery,
    (request) => outcomes.get(outcomeKey(request.packDir, request.target)) ?? fromCache(request),
  );
  return {
    catalog,
    packs: discovery.packs,
    modules,
    compiled: modules.filter(({ outcome }) => outcome.status === 'compiled').length,
    skipped: modules.filter(({ outcome }) => outcome.status === 'skipped').length,
    cacheHits: modules.filter(({ cached }) => cached).length,
    findings: catalog.diagnostics(),
  };
}

/**
 * The catalog of an application, ready for runs: what is cached is used as it is, the rest is compiled now.
 * When everything is cached it starts neither the bundler nor an engine.
 *
 * Options, refusals and what it does not promise are those of {@link compilePacks}. A module that cannot be used is the
 * status `module-unavailable` or `module-not-found` of `resolveForExecution`, with what to do next; it never throws.
 *
 * @example
 * const catalog = await loadCatalog({ cwd: process.cwd() });
 * const modules = catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-csv' }]);
 */
export async function loadCatalog(options: CompilePacksOptions = {}): Promise<SandboxModuleCatalog> {
  return (await compilePacks(options)).catalog;
}

/** What {@link compileSandboxCatalog} did; `compiled` and `failures` are sorted by specifier. */
export interface CompileSandboxCatalogResult {
  catalog: SandboxModuleCatalog;
  /** Every pack that was found and read. */
  discoveries: DiscoveredPack[];
  /** Modules that were compiled and admitted, or came from the cache. */
  compiled: CompiledModule[];
  /** Modules that were skipped, each with its reason. */
  failures: CompiledModule[];
}

/**
 * Compiles first and builds the catalog then: {@link compilePacks}, told as what can be used and what cannot.
 *
 * @example
 * const { catalog, failures } = await compileSandboxCatalog({ searchPaths: ['packs'], concurrency: 4 });
 */
export async function compileSandboxCatalog(options: CompilePacksOptions = {}): Promise<CompileSandboxCatalogResult> {
  const { catalog, packs, modules } = await compilePacks(options);
  return {
    catalog,
    discoveries: packs,
    compiled: modules.filter(({ outcome }) => outcome.status === 'compiled'),
    failures: modules.filter(({ outcome }) => outcome.status === 'skipped'),
  };
}

async function compileOne(
  pack: DiscoveredPack,
  target: CompileTarget,
  cache: CompiledModuleCache,
  { force, signal, run }: CompilePacksOptions,
): Promise<CompileModuleResult> {
  try {
    return await compileModule({
      ...target,
      packDir: pack.dir,
      cache,
      ...(force === undefined ? {} : { force }),
      ...(signal ? { signal } : {}),
      ...(run ? { run } : {}),
    });
  } catch (error) {
    signal?.throwIfAborted();
    // The compiler itself failed (its bundler or engine could not start): the module is withheld, the others go on.
    const message = `The compiler failed: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown error'}`;
    return { outcome: { status: 'skipped', code: 'npm-module-bundle-failed', message }, cached: false, key: '' };
  }
}

function concurrencyOf(wanted = COMPILE_CONCURRENCY.default as number): number {
  const count = Number.isFinite(wanted) ? Math.floor(wanted) : COMPILE_CONCURRENCY.default;
  return Math.min(Math.max(count, 1), COMPILE_CONCURRENCY.ceiling);
}

function outcomeKey(packDir: string, target: CompileTarget): string {
  return canonicalJson([packDir, target]);
}
