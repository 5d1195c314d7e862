/**
 * Generates the guest's side of host modules, WASM modules and capabilities: ES modules whose functions forward to the
 * host.
 * @module
 */
import type { SandboxHostModuleRow } from '@nodetool-ai/protocol/core';
import { CAPABILITY_DISPATCH_GLOBAL, HOST_DISPATCH_GLOBAL, WASM_DISPATCH_GLOBAL } from '../guest/paths.js';
import { isBindable } from './identifiers.js';
import { CAPABILITY_BRIDGE_SPECIFIER, HOST_BRIDGE_SPECIFIER, WASM_BRIDGE_SPECIFIER } from './ids.js';

/** What a bridge module exports; no export of a facade may have one of these names. */
const RAW_BINDINGS = { host: '__hostCall', wasm: '__wasmCall', capability: '__capabilityCall' } as const;

/** True when a facade can export a function of this name. */
export function isFacadeExport(name: unknown): name is string {
  return isBindable(name) && !Object.values<string>(RAW_BINDINGS).includes(name);
}

/**
 * Facade of one host module: a named async export per registry export, and a default object with all of them.
 * When this text changes, raise `SANDBOX_HOST_FACADE_VERSION`: it is part of content digests.
 */
export function hostFacadeSource(specifier: string, row: Pick<SandboxHostModuleRow, 'exports'>): string {
  return (
    importLine(RAW_BINDINGS.host, HOST_BRIDGE_SPECIFIER) +
    row.exports.map((name) => forward(RAW_BINDINGS.host, specifier, name, 'args')).join('') +
    defaultObject(row.exports)
  );
}

/**
 * Facade of one WASM module: one async function per alias, no default, nothing else.
 * When this text changes, raise `SANDBOX_WASM_FACADE_VERSION`: it is part of content digests.
 */
export function wasmFacadeSource(specifier: string, aliases: readonly string[]): string {
  return (
    importLine(RAW_BINDINGS.wasm, WASM_BRIDGE_SPECIFIER) +
    aliases.map((name) => forward(RAW_BINDINGS.wasm, specifier, name, 'args')).join('')
  );
}

/**
 * Facade of one capability: a named async export per wire name, and a default object with all of them. A function that
 * is called without arguments forwards one empty object.
 * When this text changes, raise `SANDBOX_CAPABILITY_FACADE_VERSION`: it joins the digest of what is mounted.
 *
 * @param exports - wire names: identifiers that are no reserved words, each once
 * @throws {TypeError} a name that no module can export
 * @example
 * const specifier = '@nodetool-ai/sandbox-nodetool/jobs';
 * const capabilities = {
 *   facades: new Map([[specifier, capabilityFacadeSource(specifier, ['list_jobs'])]]),
 *   call: async (moduleKey, exportName, args) => invoke(exportName, args[0]),
 * };
 */
export function capabilityFacadeSource(specifier: string, exports: readonly string[]): string {
  const wrong = exports.find((name, index) => !isFacadeExport(name) || exports.indexOf(name) !== index);
  if (wrong !== undefined) {
    throw new TypeError(
      `capability "${specifier}" cannot export ${JSON.stringify(wrong)}: each export is an identifier, once`,
    );
  }
  const args = 'args.length === 0 ? [{}] : args';
  return (
    importLine(RAW_BINDINGS.capability, CAPABILITY_BRIDGE_SPECIFIER) +
    exports.map((name) => forward(RAW_BINDINGS.capability, specifier, name, args)).join('') +
    defaultObject(exports)
  );
}

/** The private module that all facades of a kind share: it keeps the dispatcher, so that the global can go. */
export const BRIDGE_SOURCES: ReadonlyMap<string, string> = new Map([
  [HOST_BRIDGE_SPECIFIER, bridgeSource(RAW_BINDINGS.host, HOST_DISPATCH_GLOBAL)],
  [WASM_BRIDGE_SPECIFIER, bridgeSource(RAW_BINDINGS.wasm, WASM_DISPATCH_GLOBAL)],
  [CAPABILITY_BRIDGE_SPECIFIER, bridgeSource(RAW_BINDINGS.capability, CAPABILITY_DISPATCH_GLOBAL)],
]);

function bridgeSource(binding: string, dispatchGlobal: string): string {
  return `export const ${binding} = globalThis.${dispatchGlobal};\n`;
}

function importLine(binding: string, bridge: string): string {
  return `import { ${binding} } from ${JSON.stringify(bridge)};\n`;
}

function forward(binding: string, specifier: string, name: string, args: string): string {
  return (
    `export async function ${name}(...args) {\n` +
    `  return ${binding}(${JSON.stringify(specifier)}, ${JSON.stringify(name)}, ${args});\n}\n`
  );
}

function defaultObject(names: readonly string[]): string {
  return `export default { ${names.join(', ')} };\n`;
}
