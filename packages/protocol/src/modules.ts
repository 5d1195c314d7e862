/**
 * What a run may import: the resolution a catalog hands to the core.
 * @module
 */
import type { WasmModuleLimits } from './wasm-modules.js';

/** One JavaScript file of a pack; `id` is pack-relative. Files that are `internal` are reachable from their own pack only. */
export interface SandboxModuleFile {
  id: string;
  kind: 'js';
  source: string;
  /** Ids of the files this one imports. */
  dependencies: string[];
  internal: boolean;
}

interface ResolvedModuleBase {
  /** What the guest writes after `from`. */
  specifier: string;
  packName: string;
  packVersion?: string;
  /** 64 hex digits. */
  contentDigest: string;
  /** Pack-relative file id, unique in its pack. */
  moduleId: string;
}

/** A module that runs inside the guest; `graph` holds every file it needs, its entry included. */
export interface ResolvedJsModule extends ResolvedModuleBase {
  kind: 'js';
  source: string;
  graph: SandboxModuleFile[];
}

/** A module whose functions run on the host; the guest imports a generated facade. */
export interface ResolvedHostModule extends ResolvedModuleBase {
  kind: 'host';
  /** Id in the host-module registry. */
  hostId: string;
}

/** One function of a WebAssembly binary under the name the guest calls it by. */
export interface WasmExport {
  /** Name in the binary. */
  wasm: string;
  /** Identifier in the facade. */
  as: string;
}

/** A WebAssembly binary whose functions run in host workers, each call on a fresh instance. */
export interface ResolvedWasmModule extends ResolvedModuleBase {
  kind: 'wasm';
  bytes: Uint8Array;
  wasm: { memoryPagesMax: number; exports: WasmExport[]; limits?: WasmModuleLimits };
  /** JavaScript files of the same pack, if it has any. */
  graph?: SandboxModuleFile[];
}

/** A module a run may import. */
export type ResolvedSandboxModule = ResolvedJsModule | ResolvedHostModule | ResolvedWasmModule;

/** Platform modules a host mounts for one run; no pack can ask for them. */
export interface SandboxCapabilityMount {
  /** Facade source by specifier `@nodetool-ai/sandbox-nodetool/<namespace>`; `capabilityFacadeSource` writes one. */
  facades: ReadonlyMap<string, string>;
  /**
   * Serves one call. The key is mounted and the name is an export of its facade; nothing else of the call is checked.
   * The result crosses with full fidelity, a rejection rejects the guest's promise.
   */
  call(moduleKey: string, exportName: string, args: unknown[]): unknown;
}

/** Part of the identity of a mounted capability: raise it whenever the generated facade text changes. */
export const SANDBOX_CAPABILITY_FACADE_VERSION = 1;

/** What a catalog has to say about one requested specifier. */
export interface SandboxModuleStatus {
  specifier: string;
  status: 'ok' | 'warning' | 'error';
  code?: 'module-not-found' | 'module-unavailable' | 'version-mismatch' | 'content-digest-mismatch';
  message?: string;
  packName?: string;
}

/** Answer of a catalog: the modules, in the order asked for, and one status per specifier. */
export interface SandboxModuleResolution {
  modules: ResolvedSandboxModule[];
  statuses: SandboxModuleStatus[];
}

/** A request for a module; the pins only lead to warnings. */
export interface SandboxModuleDeclaration {
  specifier: string;
  resolvedPackVersion?: string;
  contentDigest?: string;
}

/** One row of a catalog listing. */
export interface SandboxModuleSummary {
  specifier: string;
  packName: string;
  packVersion?: string;
  kind: 'js' | 'host' | 'wasm';
  description?: string;
  contentDigest: string;
}

/** Something discovery or the compiler says about a pack. An `error` drops the pack, a `skipped` one module. */
export interface PackFinding {
  packName: string;
  specifier?: string;
  status: 'ready' | 'warning' | 'skipped' | 'error';
  code: string;
  message: string;
  at?: { file: string; line: number; column: number };
}

/** The text of a pack's SKILL.md. */
export interface PackSkill {
  name: string;
  description: string;
  body: string;
  sections: Record<string, string>;
  trusted: boolean;
}

/** One pack as the catalog knows it. */
export interface PackSummary {
  packName: string;
  packVersion?: string;
  root: 'installed' | 'shipped' | 'workspace';
  modules: string[];
  digest: string;
}

/**
 * What a catalog says about a module it has: `ok`, or that a pin of the request differs from it (`version-mismatch` before
 * `content-digest-mismatch`).
 * @example
 * modulePinStatus({ specifier: 'geo', resolvedPackVersion: '1.0.0' }, module).code; // 'version-mismatch'
 */
export function modulePinStatus(
  { resolvedPackVersion, contentDigest }: SandboxModuleDeclaration,
  module: ResolvedSandboxModule,
): SandboxModuleStatus {
  const { specifier, packName, packVersion } = module;
  const warn = (code: 'version-mismatch' | 'content-digest-mismatch', message: string): SandboxModuleStatus => ({
    specifier,
    packName,
    status: 'warning',
    code,
    message: `${message} The installed module is used.`,
  });
  if (resolvedPackVersion !== undefined && resolvedPackVersion !== packVersion) {
    const installed = packVersion ?? 'no version';
    return warn('version-mismatch', `"${specifier}" was pinned to ${resolvedPackVersion}, installed is ${installed}.`);
  }
  if (contentDigest !== undefined && contentDigest !== module.contentDigest) {
    return warn('content-digest-mismatch', `The content of "${specifier}" is not the one that was pinned.`);
  }
  return { specifier, packName, status: 'ok' };
}

/** Package whose specifiers only a host can mount; no pack may have its name. */
export const SANDBOX_CAPABILITY_PACKAGE = '@nodetool-ai/sandbox-nodetool';
/** Stands where a pack's name stands in the ids of capability facades; no pack may have it. */
export const SANDBOX_CAPABILITY_ID_NAME = 'capability';
/** Names of packages whose ids are those of other things: such a pack would pass for a part of the platform. */
export const SANDBOX_RESERVED_PACK_NAMES: readonly string[] = [SANDBOX_CAPABILITY_ID_NAME, SANDBOX_CAPABILITY_PACKAGE];

const FIRST_PARTY = /^@nodetool-ai\/sandbox-[a-z0-9-]+$/;

/**
 * True for a pack of this project by its name; such packs may import capability modules. A name proves nothing: whoever
 * reads packs also looks at where they were found.
 * @example
 * isFirstPartyPack('@nodetool-ai/sandbox-flow'); // true
 */
export function isFirstPartyPack(packName: string): boolean {
  return FIRST_PARTY.test(packName) && packName !== SANDBOX_CAPABILITY_PACKAGE;
}

const SPECIFIER = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(?:\/[A-Za-z0-9._-]+)?$/;

/**
 * True when text is a specifier: optional `@scope/`, a package name, optionally one `/segment`.
 * @example
 * isSandboxSpecifier("@nodetool-ai/sandbox-csv"); // true
 * isSandboxSpecifier("../secrets.js"); // false
 */
export function isSandboxSpecifier(text: string): boolean {
  return SPECIFIER.test(text) && !text.endsWith('/..') && !text.endsWith('/.');
}
