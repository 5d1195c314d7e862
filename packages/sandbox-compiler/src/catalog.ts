/**
 * The catalog: which modules a process offers to its runs.
 * @module
 */
import type {
  PackFinding,
  PackModule,
  PackSkill,
  PackSummary,
  ResolvedSandboxModule,
  SandboxModuleCatalog,
  SandboxModuleDeclaration,
  SandboxModuleResolution,
  SandboxModuleStatus,
  SandboxModuleSummary,
} from '@nodetool-ai/protocol';
import { plainId, reachableFiles } from './authored.js';
import { createCachedLookup } from './cached-lookup.js';
import { byCodeUnit } from './canonical-json.js';
import { authoredDigest, compiledDigest, hostDigest, packDigest } from './digests.js';
import { type DiscoverPacksOptions, discoverPacks, type PackDiscovery } from './discover.js';
import { finding } from './findings.js';
import { notFoundMessage } from './not-found.js';
import type { CompileOutcome, CompileTarget } from './outcome.js';
import type { DiscoveredPack } from './read-pack.js';

/** Gives what is known about a module that must be compiled; `undefined` means: not compiled yet. */
export type OutcomeLookup = (request: { packDir: string; target: CompileTarget }) => CompileOutcome | undefined;

/** One module of a pack: what a run gets, or why it gets nothing. */
type CatalogItem =
  | { status: 'ok'; module: ResolvedSandboxModule; summary: SandboxModuleSummary }
  | { status: 'unavailable'; packName: string; message: string };

/** What must be compiled for a module, or `undefined` when it is served without. */
export function compileTargetOf(entry: PackModule): CompileTarget | undefined {
  if (entry.kind !== 'js') return undefined;
  if (entry.npm !== undefined) return { npm: entry.npm };
  return entry.bundle && entry.file !== undefined ? { entry: plainId(entry.file) } : undefined;
}

/**
 * Discovers packs and builds a catalog from what is already compiled. Synchronous: no bundler, no engine; modules that
 * still need compiling are `module-unavailable` with a `pending-compile` finding.
 */
export function createPackCatalog(
  options: DiscoverPacksOptions & { lookup?: OutcomeLookup } = {},
): SandboxModuleCatalog {
  return createCatalog(discoverPacks(options), options.lookup ?? createCachedLookup());
}

/** Builds the immutable catalog of discovered packs. */
export function createCatalog(discovery: PackDiscovery, lookup: OutcomeLookup): SandboxModuleCatalog {
  const items = new Map<string, CatalogItem>();
  const findings: PackFinding[] = [...discovery.findings];
  const packs: PackSummary[] = [];
  const skills = new Map<string, PackSkill>();
  for (const pack of discovery.packs) {
    const usable: { specifier: string; digest: string }[] = [];
    for (const { specifier, entry } of pack.modules) {
      const item = deepFreeze(buildItem(pack, specifier, entry, lookup, findings));
      items.set(specifier, item);
      if (item.status === 'ok') usable.push({ specifier, digest: item.module.contentDigest });
    }
    usable.sort((a, b) => byCodeUnit(a.specifier, b.specifier));
    const summary: PackSummary = {
      packName: pack.packName,
      root: pack.root,
      modules: usable.map(({ specifier }) => specifier),
      digest: packDigest(
        pack,
        usable.map(({ digest }) => digest),
      ),
    };
    if (pack.packVersion !== undefined) summary.packVersion = pack.packVersion;
    packs.push(deepFreeze(summary));
    if (pack.skill) skills.set(pack.packName, deepFreeze(pack.skill));
  }
  deepFreeze(findings);
  const summaries = [...items.values()]
    .flatMap((item) => (item.status === 'ok' ? [item.summary] : []))
    .sort((a, b) => byCodeUnit(a.specifier, b.specifier));
  const installed = summaries.map(({ specifier }) => specifier);
  return Object.freeze<SandboxModuleCatalog>({
    summaries: () => [...summaries],
    diagnostics: () => [...findings],
    packs: () => [...packs],
    packSkill: (packName) => skills.get(packName),
    resolveForExecution: (declarations) => resolveAll(declarations, items, installed),
  });
}

function buildItem(
  pack: DiscoveredPack,
  specifier: string,
  entry: PackModule,
  lookup: OutcomeLookup,
  findings: PackFinding[],
): CatalogItem {
  const { packName, packVersion } = pack;
  const base = { specifier, packName, ...(packVersion === undefined ? {} : { packVersion }) };
  const description = entry.description ?? pack.skill?.description;
  const serve = (module: ResolvedSandboxModule): CatalogItem => ({
    status: 'ok',
    module,
    summary: {
      ...base,
      kind: module.kind,
      contentDigest: module.contentDigest,
      ...(description === undefined ? {} : { description }),
    },
  });
  if (entry.kind === 'wasm') {
    return { status: 'unavailable', packName, message: 'WASM modules are not served by this version.' };
  }
  if (entry.kind === 'host') {
    const contentDigest = hostDigest(pack, specifier, entry.host);
    return serve({ ...base, kind: 'host', hostId: entry.host, moduleId: `host/${entry.host}.js`, contentDigest });
  }
  const target = compileTargetOf(entry);
  if (!target) {
    const moduleId = plainId(entry.file ?? '');
    const graph = reachableFiles(pack.files, moduleId);
    const contentDigest = authoredDigest(pack, specifier, entry, moduleId, graph);
    const source = pack.files.get(moduleId)?.source ?? '';
    return serve({ ...base, kind: 'js', moduleId, contentDigest, source, graph });
  }
  const outcome = lookup({ packDir: pack.dir, target });
  if (outcome === undefined) {
    const message = 'It is not compiled yet. Run: nodetool packs compile';
    findings.push(finding(packName, 'pending-compile', message, { specifier }));
    return { status: 'unavailable', packName, message };
  }
  if (outcome.status === 'skipped') {
    findings.push(finding(packName, outcome.code, outcome.message, { specifier, at: outcome.at }));
    return { status: 'unavailable', packName, message: `${outcome.code}: ${outcome.message}` };
  }
  const { artifact, warnings = [] } = outcome;
  for (const { message, at } of warnings)
    findings.push(finding(packName, 'npm-module-warning', message, { specifier, at }));
  const text = `Compiled and admitted: ${artifact.exports.length} exports, ${artifact.bytes} bytes.`;
  findings.push(finding(packName, 'npm-module-compiled', text, { specifier }));
  const moduleId = `@compiled/${entry.name === '.' ? 'index' : entry.name}.js`;
  const { source } = artifact;
  const graph = [{ id: moduleId, kind: 'js' as const, source, dependencies: [], internal: false }];
  const contentDigest = compiledDigest(pack, specifier, entry, artifact);
  return serve({ ...base, kind: 'js', moduleId, contentDigest, source, graph });
}

function resolveAll(
  declarations: readonly SandboxModuleDeclaration[],
  items: ReadonlyMap<string, CatalogItem>,
  installed: readonly string[],
): SandboxModuleResolution {
  const modules: ResolvedSandboxModule[] = [];
  const statuses: SandboxModuleStatus[] = [];
  const seen = new Set<string>();
  for (const declaration of Array.isArray(declarations) ? declarations : []) {
    const specifier: unknown = declaration?.specifier;
    if (typeof specifier !== 'string') {
      const message = 'A declaration needs a "specifier" that is a string.';
      statuses.push({ specifier: '', status: 'error', code: 'module-not-found', message });
      continue;
    }
    if (seen.has(specifier)) continue;
    seen.add(specifier);
    const item = items.get(specifier);
    if (!item) {
      const message = notFoundMessage(specifier, installed);
      statuses.push({ specifier, status: 'error', code: 'module-not-found', message });
    } else if (item.status === 'unavailable') {
      const message = `"${specifier}" cannot be used. ${item.message}`;
      statuses.push({ specifier, status: 'error', code: 'module-unavailable', message, packName: item.packName });
    } else {
      modules.push(item.module);
      statuses.push(pinStatus(declaration, item.module));
    }
  }
  return { modules, statuses };
}

function pinStatus(declaration: SandboxModuleDeclaration, module: ResolvedSandboxModule): SandboxModuleStatus {
  const { specifier, packName, packVersion, contentDigest } = module;
  const warn = (code: 'version-mismatch' | 'content-digest-mismatch', message: string): SandboxModuleStatus => ({
    specifier,
    packName,
    status: 'warning',
    code,
    message: `${message} The installed module is used.`,
  });
  const { resolvedPackVersion: wantedVersion, contentDigest: wantedDigest } = declaration;
  if (wantedVersion !== undefined && wantedVersion !== packVersion) {
    return warn(
      'version-mismatch',
      `"${specifier}" was pinned to ${wantedVersion}, installed is ${packVersion ?? 'no version'}.`,
    );
  }
  if (wantedDigest !== undefined && wantedDigest !== contentDigest) {
    return warn('content-digest-mismatch', `The content of "${specifier}" is not the one that was pinned.`);
  }
  return { specifier, packName, status: 'ok' };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
