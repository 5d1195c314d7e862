/**
 * Turns the caller's module resolution into what a run may import. Everything is decided here, before any guest code.
 * @module
 */
import {
  isSandboxSpecifier,
  type ResolvedHostModule,
  type ResolvedJsModule,
  SANDBOX_HOST_MODULES,
  type SandboxHostModuleRow,
  type SandboxModuleResolution,
  sandboxHostModuleViolation,
} from '@nodetool-ai/protocol';
import { HOST_BRIDGE_SOURCE, hostFacadeSource } from './facade.js';
import { HOST_BRIDGE_SPECIFIER, packageNameOf, packFileId } from './ids.js';
import { createNormalizer, type ModuleDenial, type ModuleTables, type NormalizeAnswer } from './normalizer.js';

/** A host module this run may call. `key` is its specifier. */
export interface PlannedHostModule {
  key: string;
  row: SandboxHostModuleRow;
  packName: string;
}

/** What a run may import. A worker builds its own from the same resolution. */
export interface ModulePlan {
  /**
   * Engine id for a request, or the text of its refusal. Never throws. Always ask it, also for loaded modules:
   * the engine's cache never reaches the loader.
   */
  normalize(base: string, requested: string): NormalizeAnswer;
  /** Source of a module id given by `normalize`. */
  load(id: string): string | undefined;
  /** From now on every request is dynamic and refused. Call it once the entry module is linked, before any job. */
  lockStaticGraph(): void;
  hostModules: readonly PlannedHostModule[];
  /** Refusals so far, at most 100 kept. */
  denials: readonly ModuleDenial[];
  /** Specifier that a module id was declared under, if it is an entry. */
  specifierOf(id: string): string | undefined;
}

const DIGEST = /^[0-9a-f]{64}$/i;
const PACK_NAME = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/;

/**
 * Checks a resolution and builds the plan of a run.
 *
 * @returns the plan, or `violation`: why the resolution cannot be honoured, naming the specifier (code `MODULES`)
 */
export function planModules(resolution: SandboxModuleResolution | undefined): ModulePlan | { violation: string } {
  const tables: ModuleTables = { entries: new Map(), sources: new Map(), hostFacades: new Set(), reasons: new Map() };
  const hostModules: PlannedHostModule[] = [];
  if (resolution !== undefined) {
    if (!isRecord(resolution) || !Array.isArray(resolution.modules)) {
      return { violation: 'modules must be a resolution: { modules: [], statuses: [] }' };
    }
    for (const module of resolution.modules as unknown[]) {
      const violation = addModule(module, tables, hostModules);
      if (violation !== undefined) return { violation };
    }
    collectReasons(resolution.statuses, tables);
  }
  const specifiers = new Map([...tables.entries].map(([specifier, id]) => [id, specifier]));
  const { normalize, lockStaticGraph, denials } = createNormalizer(tables);
  return {
    normalize,
    load: (id) => tables.sources.get(id),
    lockStaticGraph,
    hostModules,
    denials,
    specifierOf: (id) => specifiers.get(id),
  };
}

function addModule(module: unknown, tables: ModuleTables, hostModules: PlannedHostModule[]): string | undefined {
  if (!isRecord(module)) return 'modules holds something that is not a module';
  const { specifier, packName, contentDigest, moduleId, kind } = module;
  if (typeof specifier !== 'string' || !isSandboxSpecifier(specifier)) {
    return `module ${quote(specifier)}: not a valid specifier; write a package name, optionally with one /segment`;
  }
  const refuse = (why: string) => `module "${specifier}": ${why}`;
  if (tables.entries.has(specifier)) return refuse('declared twice; keep one');
  if (typeof packName !== 'string' || !PACK_NAME.test(packName))
    return refuse(`${quote(packName)} is not a package name`);
  if (typeof contentDigest !== 'string' || !DIGEST.test(contentDigest)) {
    return refuse('contentDigest must be 64 hex digits; resolve it from a catalog');
  }
  if (typeof moduleId !== 'string' || moduleId === '') return refuse('moduleId must be a file id inside the pack');

  const id = packFileId(packName, moduleId);
  let violation: string | undefined;
  if (kind === 'js') violation = addJsFiles(module as unknown as ResolvedJsModule, tables);
  else if (kind === 'host') violation = addHostFacade(module as unknown as ResolvedHostModule, id, tables, hostModules);
  else violation = `kind ${quote(kind)} cannot be served; use a "js" or "host" module`;
  if (violation !== undefined) return refuse(violation);
  tables.entries.set(specifier, id);
  return undefined;
}

function addJsFiles(module: ResolvedJsModule, tables: ModuleTables): string | undefined {
  if (typeof module.source !== 'string') return 'source must be text';
  if (!Array.isArray(module.graph)) return 'graph must be a list of files';
  for (const file of [...module.graph, { id: module.moduleId, source: module.source }] as unknown[]) {
    if (!isRecord(file) || typeof file.id !== 'string' || typeof file.source !== 'string') {
      return 'graph holds something that is not a file with id and source';
    }
    const id = packFileId(module.packName, file.id);
    const known = tables.sources.get(id);
    if (known !== undefined && known !== file.source)
      return `file "${file.id}" has two different sources in ${module.packName}`;
    tables.sources.set(id, file.source);
  }
  return undefined;
}

function addHostFacade(
  module: ResolvedHostModule,
  id: string,
  tables: ModuleTables,
  hostModules: PlannedHostModule[],
): string | undefined {
  const { specifier, packName, hostId } = module;
  const violation = sandboxHostModuleViolation(packName, hostId);
  const row = violation === undefined ? SANDBOX_HOST_MODULES[hostId] : undefined;
  if (!row) return violation ?? `"${hostId}" is not a registered host module`;
  if (packageNameOf(specifier) !== row.packName) return `host module "${hostId}" belongs to ${row.packName}`;
  if (tables.sources.has(id)) return `file "${module.moduleId}" of ${packName} is declared twice`;
  tables.sources.set(id, hostFacadeSource(specifier, row));
  tables.sources.set(HOST_BRIDGE_SPECIFIER, HOST_BRIDGE_SOURCE);
  tables.hostFacades.add(id);
  hostModules.push({ key: specifier, row, packName });
  return undefined;
}

function collectReasons(statuses: unknown, tables: ModuleTables): void {
  if (!Array.isArray(statuses)) return;
  for (const status of statuses as unknown[]) {
    if (!isRecord(status) || status.status !== 'error') continue;
    if (typeof status.specifier === 'string' && typeof status.message === 'string') {
      tables.reasons.set(status.specifier, status.message);
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : `(${value === null ? 'null' : typeof value})`;
}
