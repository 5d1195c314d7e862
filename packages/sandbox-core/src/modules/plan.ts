/**
 * Turns the caller's module resolution into what a run may import. Everything is decided here, before any guest code.
 * @module
 */
import {
  isSandboxSpecifier,
  type ResolvedHostModule,
  type ResolvedSandboxModule,
  type ResolvedWasmModule,
  SANDBOX_HOST_MODULES,
  SANDBOX_RESERVED_PACK_NAMES,
  type SandboxCapabilityMount,
  type SandboxHostModuleRow,
  type SandboxModuleResolution,
  sandboxHostModuleViolation,
} from '@nodetool-ai/protocol/core';
import { readCapabilities } from './capabilities.js';
import { capabilityStandIn, importedCapabilities } from './capability-imports.js';
import { BRIDGE_SOURCES, hostFacadeSource, wasmFacadeSource } from './facade.js';
import {
  CAPABILITY_BRIDGE_SPECIFIER,
  CAPABILITY_PACKAGE,
  capabilityId,
  HOST_BRIDGE_SPECIFIER,
  packageNameOf,
  packFileId,
  WASM_BRIDGE_SPECIFIER,
} from './ids.js';
import { isRecord } from './is-record.js';
import { createModuleHost, emptyTables, type GuestModuleHost, type ModuleTables } from './normalizer.js';
import { remembered } from './remembered.js';
import { admitWasm, type PlannedWasmModule } from './wasm/admit.js';

/** A host module this run may call. `key` is its specifier. */
export interface PlannedHostModule {
  key: string;
  row: SandboxHostModuleRow;
  packName: string;
}

/** What a run may import, and what its facades may call. */
export interface ModulePlan extends GuestModuleHost {
  /** For the interpreter's side, which makes a module host of its own from it. */
  tables: ModuleTables;
  hostModules: readonly PlannedHostModule[];
  /** By specifier. */
  wasmModules: ReadonlyMap<string, PlannedWasmModule>;
  /** Exports of each mounted capability, by specifier. */
  capabilities: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Specifier that a module id was declared under, if it is an entry. The engine cuts ids in its messages: of several
   * entries that begin alike it is the one among `asked`, what the program imports.
   */
  specifierOf(id: string, asked?: readonly string[]): string | undefined;
}

/** Why a resolution cannot be honoured, naming the specifier; `kind` is that of the module at fault. */
export interface PlanViolation {
  violation: string;
  kind?: unknown;
}

type Planned = Pick<ModulePlan, 'tables'> & {
  hostModules: PlannedHostModule[];
  wasmModules: Map<string, PlannedWasmModule>;
};

const holdsNul = remembered((text) => text.includes('\0'));
const DIGEST = /^[0-9a-f]{64}$/i;
const PACK_NAME = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/;

/**
 * Checks what a run is given to import and builds its plan.
 *
 * @returns the plan, or `violation`: why it cannot be honoured, naming the specifier (code `MODULES`)
 */
export function planModules(
  resolution: SandboxModuleResolution | undefined,
  mount?: SandboxCapabilityMount,
): ModulePlan | PlanViolation {
  const planned: Planned = { tables: emptyTables(), hostModules: [], wasmModules: new Map() };
  const { tables } = planned;
  if (resolution !== undefined) {
    if (!isRecord(resolution) || !Array.isArray(resolution.modules)) {
      return { violation: 'modules must be a resolution: { modules: [], statuses: [] }' };
    }
    for (const module of resolution.modules as unknown[]) {
      const violation = addModule(module, planned);
      if (violation !== undefined) return { violation, kind: isRecord(module) ? module.kind : undefined };
    }
    collectReasons(resolution.statuses, tables);
  }
  const capabilities = readCapabilities(mount);
  if ('violation' in capabilities) return capabilities;
  for (const [specifier, source] of capabilities.facades) {
    addFacade(tables, capabilityId(specifier), source, CAPABILITY_BRIDGE_SPECIFIER);
    tables.entries.set(specifier, capabilityId(specifier));
  }
  addStandIns(tables, resolution);
  const specifiers = new Map([...tables.entries].map(([specifier, id]) => [id, specifier]));
  return {
    ...createModuleHost(tables),
    ...planned,
    capabilities: capabilities.exports,
    specifierOf: (id, asked = []) => specifiers.get(id) ?? specifierOfCutId(tables.entries, id, asked),
  };
}

/** Shorter ids are whole in the engine's messages. */
const CUT_ID_CHARS = 60;

function specifierOfCutId(
  entries: ReadonlyMap<string, string>,
  cutId: string,
  asked: readonly string[],
): string | undefined {
  if (cutId.length < CUT_ID_CHARS) return undefined;
  const alike = [...entries].flatMap(([specifier, id]) => (id.startsWith(cutId) ? [specifier] : []));
  return alike.length === 1 ? alike[0] : alike.find((specifier) => asked.includes(specifier));
}

function addModule(given: unknown, planned: Planned): string | undefined {
  if (!isRecord(given)) return 'modules holds something that is not a module';
  const { specifier, packName, contentDigest, moduleId } = given;
  if (typeof specifier !== 'string' || !isSandboxSpecifier(specifier)) {
    return `module ${quote(specifier)}: not a valid specifier; write a package name, optionally with one /segment`;
  }
  const refuse = (why: string) => `module "${specifier}": ${why}`;
  if (planned.tables.entries.has(specifier)) return refuse('declared twice; keep one');
  if (typeof packName !== 'string' || !PACK_NAME.test(packName))
    return refuse(`${quote(packName)} is not a package name`);
  // An attack: such a pack would pass for a capability of the platform, whose calls are trusted.
  if (SANDBOX_RESERVED_PACK_NAMES.includes(packName) || packageNameOf(specifier) === CAPABILITY_PACKAGE)
    return refuse('this name is reserved for capabilities, which only a host can mount');
  if (typeof contentDigest !== 'string' || !DIGEST.test(contentDigest)) {
    return refuse('contentDigest must be 64 hex digits; resolve it from a catalog');
  }
  if (typeof moduleId !== 'string' || moduleId === '') return refuse('moduleId must be a file id inside the pack');

  const violation = addByKind(given as unknown as ResolvedSandboxModule, planned);
  if (violation !== undefined) return refuse(violation);
  planned.tables.entries.set(specifier, packFileId(packName, moduleId));
  return undefined;
}

function addByKind(module: ResolvedSandboxModule, planned: Planned): string | undefined {
  switch (module.kind) {
    case 'js':
      if (typeof module.source !== 'string') return 'source must be text';
      return addFiles(module.packName, module.graph, [{ id: module.moduleId, source: module.source }], planned.tables);
    case 'host':
      return addHostModule(module, planned);
    case 'wasm':
      return addWasmModule(module, planned);
    default:
      return `kind ${quote((module as { kind: unknown }).kind)} cannot be served; use "js", "host" or "wasm"`;
  }
}

function addFiles(packName: string, graph: unknown, more: unknown[], tables: ModuleTables): string | undefined {
  if (!Array.isArray(graph)) return 'graph must be a list of files';
  for (const file of [...(graph as unknown[]), ...more]) {
    if (!isRecord(file) || typeof file.id !== 'string' || typeof file.source !== 'string') {
      return 'graph holds something that is not a file with id and source';
    }
    // The engine takes texts that end at a NUL: what a reader of the pack sees after it would silently not run.
    if (holdsNul(file.source)) return `file "${file.id}" holds a NUL character, which no module may`;
    const id = packFileId(packName, file.id);
    const known = tables.sources.get(id);
    if (known !== undefined && known !== file.source)
      return `file "${file.id}" has two different sources in ${packName}`;
    tables.sources.set(id, file.source);
  }
  return undefined;
}

function addHostModule(module: ResolvedHostModule, { tables, hostModules }: Planned): string | undefined {
  const { specifier, packName, hostId, moduleId } = module;
  const violation = sandboxHostModuleViolation(packName, hostId);
  const row = violation === undefined ? SANDBOX_HOST_MODULES[hostId] : undefined;
  if (!row) return violation ?? `"${hostId}" is not a registered host module`;
  if (packageNameOf(specifier) !== row.packName) return `host module "${hostId}" belongs to ${row.packName}`;
  const id = packFileId(packName, moduleId);
  if (tables.sources.has(id)) return `file "${moduleId}" of ${packName} is declared twice`;
  addFacade(tables, id, hostFacadeSource(specifier, row), HOST_BRIDGE_SPECIFIER);
  hostModules.push({ key: specifier, row, packName });
  return undefined;
}

function addWasmModule(module: ResolvedWasmModule, { tables, wasmModules }: Planned): string | undefined {
  const { specifier, packName, moduleId, graph } = module;
  const admitted = admitWasm(module);
  if ('violation' in admitted) return admitted.violation;
  const id = packFileId(packName, moduleId);
  if (tables.sources.has(id)) return `file "${moduleId}" of ${packName} is declared twice`;
  addFacade(tables, id, wasmFacadeSource(specifier, [...admitted.functions.keys()]), WASM_BRIDGE_SPECIFIER);
  wasmModules.set(specifier, admitted);
  return graph === undefined ? undefined : addFiles(packName, graph, [], tables);
}

/** The bridge of its kind exists only where a facade does. */
function addFacade(tables: ModuleTables, id: string, source: string, bridge: string): void {
  tables.sources.set(id, source);
  tables.facades.set(id, bridge);
  tables.sources.set(bridge, BRIDGE_SOURCES.get(bridge) as string);
}

/** Without them a pack that may never call the platform could not even be imported where there is none. */
function addStandIns(tables: ModuleTables, resolution: SandboxModuleResolution | undefined): void {
  if (resolution === undefined) return;
  for (const [specifier, names] of importedCapabilities(resolution)) {
    if (tables.entries.has(specifier)) continue;
    tables.sources.set(capabilityId(specifier), capabilityStandIn(specifier, names));
    tables.standIns.set(specifier, capabilityId(specifier));
  }
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

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : `(${value === null ? 'null' : typeof value})`;
}
