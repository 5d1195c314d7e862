/**
 * Runs one JavaScript program in a QuickJS-ng guest with its own memory, hard limits and granted capabilities.
 * @module
 */
export type * from '@nodetool-ai/protocol/core';
export { absentNameHint } from './absent-name-hint.js';
export {
  type BuildSandboxOptions,
  type BuildSandboxStreams,
  type BuiltSandbox,
  buildSandbox,
} from './build-sandbox.js';
export { createSandboxClock } from './clock.js';
export { serializeResult, truncate } from './codec/normal-form.js';
export {
  createMemoryContext,
  type MemoryContext,
  type MemoryContextOptions,
  type MemoryContextSnapshot,
} from './context/memory-context.js';
export type { SecretSource } from './context/secrets.js';
export { buildEntryModule, entryBodyLineOffset, wrapCode } from './entry/build-entry.js';
export { cleanStack, describeEngineFailure } from './errors.js';
export * from './limits.js';
export { getSandboxManifest, sandboxManifestNames } from './manifest/manifest.js';
export type * from './manifest/types.js';
export { importedCapabilities } from './modules/capability-imports.js';
export * from './modules/delivery/index.js';
export { capabilityFacadeSource, hostFacadeSource, wasmFacadeSource } from './modules/facade.js';
export { createGuestModuleHost, SandboxHostModuleError, SandboxModulesError } from './modules/guest-module-host.js';
export type { GuestModuleHost, ModuleDenial, NormalizeAnswer } from './modules/normalizer.js';
export { type WasmViolation, wasmModuleViolation } from './modules/wasm/admit.js';
export type { WasmConcern } from './modules/wasm/reader.js';
export * from './name-tables.js';
export { installPlatform, type Platform } from './platform.js';
export { runInSandbox } from './run.js';
