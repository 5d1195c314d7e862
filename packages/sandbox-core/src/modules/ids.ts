/**
 * Ids of modules inside the engine. They are opaque to the guest and never file paths.
 * @module
 */
import { SANDBOX_CAPABILITY_ID_NAME, SANDBOX_CAPABILITY_PACKAGE } from '@nodetool-ai/protocol/core';

const MODULE_ID_PREFIX = 'nodetool-sandbox:';

/** What every refused import leads to; there is nothing to load. */
export const DENIED_ID = `${MODULE_ID_PREFIX}denied`;

/** Name of the caller's prelude. */
export const PRELUDE_ID = 'sandbox-prelude';

/** Private bridge modules: only a generated facade of the same kind may import one. */
export const HOST_BRIDGE_SPECIFIER = 'nodetool:host-bridge';
export const WASM_BRIDGE_SPECIFIER = 'nodetool:wasm-bridge';
export const CAPABILITY_BRIDGE_SPECIFIER = 'nodetool:capability-bridge';
export const PRIVATE_BRIDGE_SPECIFIERS: readonly string[] = [
  HOST_BRIDGE_SPECIFIER,
  WASM_BRIDGE_SPECIFIER,
  CAPABILITY_BRIDGE_SPECIFIER,
];

/** Package whose specifiers only a host can mount; no pack may have its name. */
export const CAPABILITY_PACKAGE = SANDBOX_CAPABILITY_PACKAGE;

/** Id of a pack's file. */
export function packFileId(packName: string, fileId: string): string {
  return `${MODULE_ID_PREFIX}${packName}|${fileId}`;
}

/** Id of the facade of a mounted capability. */
export function capabilityId(specifier: string): string {
  return packFileId(SANDBOX_CAPABILITY_ID_NAME, specifier);
}

/** Pack and file of an id, or `undefined` for anything that is not a pack file. */
export function splitPackFileId(id: string): { packName: string; fileId: string } | undefined {
  const bar = id.indexOf('|');
  if (!id.startsWith(MODULE_ID_PREFIX) || bar === -1) return undefined;
  return { packName: id.slice(MODULE_ID_PREFIX.length, bar), fileId: id.slice(bar + 1) };
}

/** Package name of a specifier: its scope and first segment. */
export function packageNameOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
