/**
 * Modules and resolutions for tests.
 * @module
 */
import type {
  ResolvedHostModule,
  ResolvedJsModule,
  ResolvedWasmModule,
  SandboxModuleResolution,
  WasmModuleLimits,
} from '@nodetool-ai/protocol/core';
import { WORKSHOP_NAMES, workshop } from '../wasm/testing/assemble.js';

const DIGEST = 'a'.repeat(64);

/** A pack's module; `files` holds its entry and whatever else the pack has. */
export function jsModule(
  specifier: string,
  files: Record<string, string>,
  moduleId = 'index.js',
  packName = specifier,
): ResolvedJsModule {
  return {
    kind: 'js',
    specifier,
    packName,
    contentDigest: DIGEST,
    moduleId,
    source: files[moduleId] ?? '',
    graph: Object.entries(files).map(([id, source]) => ({
      id,
      kind: 'js',
      source,
      dependencies: [],
      internal: id !== moduleId,
    })),
  };
}

/** The csv pack's host module. */
export function csvModule(changes: Partial<ResolvedHostModule> = {}): ResolvedHostModule {
  return {
    kind: 'host',
    specifier: '@nodetool-ai/sandbox-csv',
    packName: '@nodetool-ai/sandbox-csv',
    contentDigest: DIGEST,
    moduleId: 'sandbox/csv.host.js',
    hostId: 'csv',
    ...changes,
  };
}

/** A WASM module that exports all functions of its binary under their own names. */
export function wasmModule(
  changes: Partial<ResolvedWasmModule> & { limits?: WasmModuleLimits } = {},
): ResolvedWasmModule {
  const { limits, ...rest } = changes;
  return {
    kind: 'wasm',
    specifier: 'workshop',
    packName: 'workshop',
    contentDigest: DIGEST,
    moduleId: 'workshop.wasm',
    bytes: workshop(),
    wasm: {
      memoryPagesMax: 4096,
      exports: WORKSHOP_NAMES.map((name) => ({ wasm: name, as: name })),
      ...(limits && { limits }),
    },
    ...rest,
  };
}

export const resolutionOf = (...modules: SandboxModuleResolution['modules']): SandboxModuleResolution => ({
  modules,
  statuses: [],
});
