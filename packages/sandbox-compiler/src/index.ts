export { CompiledModuleCache, cacheRoot } from './cache.js';
export { createCachedLookup } from './cached-lookup.js';
export { createCatalog, createPackCatalog } from './catalog.js';
export type { OutcomeLookup } from './catalog-item.js';
export { checkAuthored } from './check-authored.js';
export { type CompileModuleOptions, type CompileModuleResult, compileModule } from './compile-module.js';
export * from './compile-packs.js';
export { type CatalogSource, createModuleRoute, type ModuleRouteOptions } from './delivery-route.js';
export { type DiscoverPacksOptions, discoverPacks, type PackDiscovery } from './discover.js';
export { PACK_FINDING_CODES, type PackFindingCode, type PackPosition } from './findings.js';
export { FORBIDDEN_GLOBALS } from './guest-names.js';
export { hostModuleSources } from './host-sources.js';
export {
  NPM_BUNDLE_MAX_BYTES,
  NPM_PROBE_MEMORY_BYTES,
  NPM_PROBE_STACK_BYTES,
  NPM_PROBE_TIMEOUT_MS,
  SANDBOX_COMPILER_VERSION,
} from './limits.js';
export { type ListPacksResult, listPacks, type PackListRow } from './list-packs.js';
export { notFoundMessage } from './not-found.js';
export type {
  CompiledArtifact,
  CompileOutcome,
  CompileTarget,
  CompileWarning,
  PackageLicense,
  SkipCode,
} from './outcome.js';
export type { SandboxRunner } from './probe.js';
export { type DiscoveredPack, type ReadPackResult, readPack } from './read-pack.js';
export { type PackRoot, type PackRootsOptions, packRoots } from './roots.js';
export { skillText } from './skill.js';
