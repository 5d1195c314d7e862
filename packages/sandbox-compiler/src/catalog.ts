/**
 * The catalog: which modules a process offers to its runs.
 * @module
 */
import type { PackFinding, PackSkill, PackSummary, SandboxModuleCatalog } from '@nodetool-ai/protocol';
import { createCachedLookup } from './cached-lookup.js';
import { byCodeUnit } from './canonical-json.js';
import { buildItem, type CatalogItem, type OutcomeLookup } from './catalog-item.js';
import { createDelivery } from './delivery.js';
import { packDigest } from './digests.js';
import { type DiscoverPacksOptions, discoverPacks, type PackDiscovery } from './discover.js';
import { resolveModules } from './resolve-modules.js';

/**
 * Discovers packs and builds a catalog from what is already compiled. Synchronous: no bundler, no engine; modules that
 * still need compiling are `module-unavailable` with a `pending-compile` finding.
 * @example
 * const catalog = createPackCatalog({ cwd: process.cwd() });
 * const modules = catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-csv' }]);
 */
export function createPackCatalog(
  options: DiscoverPacksOptions & { lookup?: OutcomeLookup } = {},
): SandboxModuleCatalog {
  return createCatalog(discoverPacks(options), options.lookup ?? createCachedLookup());
}

/**
 * Builds the immutable catalog of discovered packs.
 * @param lookup - what is known of modules that must be compiled; `undefined` for one makes it `pending-compile`
 * @example
 * const catalog = createCatalog(discoverPacks({ cwd: process.cwd() }), createCachedLookup());
 */
export function createCatalog(discovery: PackDiscovery, lookup: OutcomeLookup): SandboxModuleCatalog {
  const items = new Map<string, CatalogItem>();
  const findings: PackFinding[] = [...discovery.findings];
  const packs: PackSummary[] = [];
  const skills = new Map<string, PackSkill>();
  for (const pack of discovery.packs) {
    const usable: string[] = [];
    const digests: [string, string][] = [];
    for (const { specifier, entry } of pack.modules) {
      const item = deepFreeze(buildItem(pack, specifier, entry, lookup, findings));
      items.set(specifier, item);
      if (item.status === 'ok') usable.push(specifier);
      digests.push([specifier, item.status === 'ok' ? item.module.contentDigest : item.placeholderDigest]);
    }
    const summary: PackSummary = {
      packName: pack.packName,
      root: pack.root,
      modules: usable.sort(byCodeUnit),
      digest: packDigest(
        pack,
        digests.sort(([a], [b]) => byCodeUnit(a, b)),
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
    resolveForExecution: (declarations) => resolveModules(declarations, items, installed),
    authorizeDelivery: createDelivery(discovery.packs, (specifier) =>
      resolveModules([{ specifier }], items, installed),
    ),
  });
}

function deepFreeze<T>(value: T): T {
  // The bytes of a binary cannot be frozen; the core runs a copy of its own.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
