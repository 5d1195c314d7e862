/**
 * One npm-declared or bundled module → an admitted artifact, or the reason why not.
 * @module
 */
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { GUEST_GLOBALS_SNAPSHOT } from '@nodetool-ai/sandbox-core';
import {
  BUNDLE_OPTIONS_DIGEST,
  type Bundle,
  type BundleResult,
  type BundleShape,
  bundleModule,
  ESBUILD_VERSION,
  fileLabel,
  resolutionFiles,
} from './bundle.js';
import { CompiledModuleCache } from './cache.js';
import { type KeyRecords, keyOf } from './cache-entry.js';
import { byCodeUnit, digestOf, sha256 } from './canonical-json.js';
import { ABSENT, type DiskRecords, hashOnDisk } from './disk-records.js';
import { collectLicenses } from './licenses.js';
import { NPM_BUNDLE_MAX_BYTES, PACKAGE_JSON_MAX_BYTES, SANDBOX_COMPILER_VERSION } from './limits.js';
import type { CompileOutcome, CompileTarget } from './outcome.js';
import { readCapped } from './pack-files.js';
import { slashes } from './package-root.js';
import { namesOfNamespace, probeModule, type SandboxRunner } from './probe.js';

/** Options of {@link compileModule}: `npm` names a dependency, `entry` a file of the pack. */
export type CompileModuleOptions = CompileTarget & {
  packDir: string;
  cache?: CompiledModuleCache;
  /** Ignore what is cached and write it anew. */
  force?: boolean;
  signal?: AbortSignal;
  /** Runs the admission probe; default `runInSandbox` of `@nodetool-ai/sandbox-core`. */
  run?: SandboxRunner;
};

/** Answer of {@link compileModule}; `cached` says that nothing was probed. */
export interface CompileModuleResult {
  outcome: CompileOutcome;
  cached: boolean;
  key: string;
}

/**
 * Compiles one module of a pack: bundle, size cap (1 MiB), scan, admission probe; all of it skipped when the cache holds
 * the outcome for the very same files. Skips are cached too, unless another try could end differently.
 *
 * Nothing a pack does makes it reject: the outcome says so. It rejects when `packDir` does not exist and on abort.
 *
 * @example
 * const { outcome } = await compileModule({ packDir: 'node_modules/my-pack', npm: 'js-yaml' });
 * if (outcome.status === 'skipped') console.error(outcome.code, outcome.message);
 */
export async function compileModule(options: CompileModuleOptions): Promise<CompileModuleResult> {
  const { cache = new CompiledModuleCache(), force = false, signal, run } = options;
  const packDir = realpathSync(options.packDir);
  const target: CompileTarget = 'npm' in options ? { npm: options.npm } : { entry: options.entry };
  signal?.throwIfAborted();
  if (!force) {
    const entry = cache.readForPack(packDir, target);
    if (entry) return { outcome: entry.outcome, cached: true, key: entry.key };
  }
  const { build } = await import('esbuild');
  const bundle = (shape?: BundleShape) => bundleModule(build, packDir, target, declaredDependencies(packDir), shape);
  const result = await bundle();
  signal?.throwIfAborted();
  const { records, disk } = recordsOf(packDir, target, result);
  const key = keyOf(records);
  const known = force ? undefined : cache.read(key);
  if (known) {
    cache.writePointer(packDir, target, key, disk);
    return { outcome: known.outcome, cached: true, key };
  }
  if (result.outcome.status === 'ok' && result.outcome.bundle.isCommonJs) {
    result.outcome = await withNamedExports(result.outcome, bundle, run, signal);
  }
  const { outcome, isLasting } =
    result.outcome.status === 'skipped'
      ? { outcome: result.outcome, isLasting: result.isLasting }
      : await admit(result.outcome.bundle, packDir, result, records, run, signal);
  if (isLasting && cache.write({ key, records, outcome })) cache.writePointer(packDir, target, key, disk);
  else if (!isLasting) cache.evict(key);
  return { outcome, cached: false, key };
}

/** ES imports of a CommonJS library by name, as Node allows them: the names are those its exports had after it ran. */
async function withNamedExports(
  plain: BundleResult['outcome'],
  bundle: (shape: BundleShape) => Promise<BundleResult>,
  run: SandboxRunner | undefined,
  signal: AbortSignal | undefined,
): Promise<BundleResult['outcome']> {
  const namespace = (await bundle('namespace')).outcome;
  if (namespace.status !== 'ok' || Buffer.byteLength(namespace.bundle.source) > NPM_BUNDLE_MAX_BYTES) return plain;
  const names = await namesOfNamespace(namespace.bundle.source, run, signal);
  return names.length === 0 ? plain : (await bundle(names)).outcome;
}

async function admit(
  { source, map, inputBytes }: Bundle,
  packDir: string,
  { inputs, roots }: BundleResult,
  records: KeyRecords,
  run: SandboxRunner | undefined,
  signal: AbortSignal | undefined,
): Promise<{ outcome: CompileOutcome; isLasting: boolean }> {
  const bytes = Buffer.byteLength(source);
  if (bytes > NPM_BUNDLE_MAX_BYTES) {
    const largest = [...inputBytes].sort(([, a], [, b]) => b - a).slice(0, 5);
    const list = largest.map(([path, size]) => `${fileLabel(path, packDir, roots)} (${size})`).join(', ');
    const message = `It has ${bytes} bytes, the cap is ${NPM_BUNDLE_MAX_BYTES}. Largest inputs: ${list}.`;
    return { outcome: { status: 'skipped', code: 'npm-module-too-large', message }, isLasting: true };
  }
  // Loaded here, so that a start with everything in the cache does not pay for them.
  const { positionMapper } = await import('./positions.js');
  const { scanBundle } = await import('./scan.js');
  const scan = scanBundle(source, positionMapper(map, packDir, roots), new Set(GUEST_GLOBALS_SNAPSHOT));
  if (scan.status === 'skipped') return { outcome: scan, isLasting: true };
  const probe = await probeModule(source, run, signal);
  signal?.throwIfAborted();
  if (probe.status === 'refused') {
    const { message, isLasting } = probe;
    return { outcome: { status: 'skipped', code: 'npm-module-probe-failed', message }, isLasting };
  }
  const { exports, loadMs, peakMemoryBytes, pure, printed } = probe;
  const outcome: CompileOutcome = {
    status: 'compiled',
    artifact: {
      source,
      bytes,
      sha256: sha256(source),
      exports,
      compilerVersion: SANDBOX_COMPILER_VERSION,
      optionsDigest: BUNDLE_OPTIONS_DIGEST,
      inputsDigest: digestOf([records.inputs, records.resolution]),
      licenses: collectLicenses(inputs.files.keys(), roots),
      loadMs,
      peakMemoryBytes,
      pure,
    },
  };
  const warnings = [
    ...scan.warnings,
    ...printed.map((line) => ({ message: `It writes to the console when it loads: ${line}` })),
  ];
  if (warnings.length > 0) outcome.warnings = warnings;
  return { outcome, isLasting: true };
}

/** What the outcome depends on: by package for the key, by place for the next start's check. */
function recordsOf(
  packDir: string,
  target: CompileTarget,
  { inputs, roots }: BundleResult,
): { records: KeyRecords; disk: DiskRecords } {
  const disk = new Map<string, string>();
  const named = { inputs: new Map<string, [string, string]>(), resolution: new Map<string, [string, string]>() };
  const record = (kind: keyof typeof named, path: string, hash: string) => {
    disk.set(slashes(relative(packDir, path)), hash);
    // Where a package could have been and was not depends on the layout, so only the next start's check needs it.
    if (hash !== ABSENT) {
      const pair: [string, string] = [roots.nameOf(path), hash];
      named[kind].set(pair.join('\0'), pair);
    }
  };
  for (const [path, hash] of inputs.files) record('inputs', path, hash);
  for (const path of resolutionFiles(packDir, inputs, roots)) record('resolution', path, hashOnDisk(path));
  const sorted = (map: Map<string, [string, string]>) =>
    [...map].sort(([a], [b]) => byCodeUnit(a, b)).map(([, pair]) => pair);
  const records: KeyRecords = {
    compilerVersion: SANDBOX_COMPILER_VERSION,
    esbuildVersion: ESBUILD_VERSION,
    optionsDigest: BUNDLE_OPTIONS_DIGEST,
    target,
    inputs: sorted(named.inputs),
    resolution: sorted(named.resolution),
  };
  return { records, disk: [...disk].sort(([a], [b]) => byCodeUnit(a, b)) };
}

function declaredDependencies(packDir: string): string[] {
  try {
    const text = readCapped(join(packDir, 'package.json'), PACKAGE_JSON_MAX_BYTES)?.toString('utf8') ?? '{}';
    return Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {});
  } catch {
    return []; // discovery says what is wrong with the package.json; here nothing is declared
  }
}
