/**
 * Content digests of modules and packs: the same install gives the same digests on every machine.
 * @module
 */
import {
  type PackModule,
  type ResolvedWasmModule,
  SANDBOX_HOST_FACADE_VERSION,
  SANDBOX_HOST_MODULES,
  SANDBOX_WASM_FACADE_VERSION,
  type SandboxModuleFile,
} from '@nodetool-ai/protocol';
import { hostFacadeSource, wasmFacadeSource } from '@nodetool-ai/sandbox-core';
import { byCodeUnit, digestOf, sha256 } from './canonical-json.js';
import type { CompiledArtifact } from './outcome.js';
import type { DiscoveredPack } from './read-pack.js';

const identity = (pack: DiscoveredPack, specifier: string) => [pack.packName, pack.packVersion ?? null, specifier];

/** Digest of a module that is served as written; `graph` is every file reachable from it, `binaries` what they import. */
export function authoredDigest(
  pack: DiscoveredPack,
  specifier: string,
  entry: PackModule,
  moduleId: string,
  graph: readonly SandboxModuleFile[],
  binaries: readonly string[],
): string {
  const files = [
    ...graph.map(({ id, kind, dependencies, source }) => [id, kind, dependencies, sha256(source)]),
    ...binaries.map((id) => [id, 'wasm', [], sha256(pack.binaries.get(id) ?? '')]),
  ];
  return digestOf(['authored', ...identity(pack, specifier), moduleId, entry, files]);
}

/** Digest of a compiled module. */
export function compiledDigest(
  pack: DiscoveredPack,
  specifier: string,
  entry: PackModule,
  artifact: CompiledArtifact,
): string {
  const { compilerVersion, optionsDigest, inputsDigest, sha256: source } = artifact;
  return digestOf([
    'compiled',
    ...identity(pack, specifier),
    entry,
    compilerVersion,
    optionsDigest,
    inputsDigest,
    source,
  ]);
}

/** Digest of a host module. */
export function hostDigest(pack: DiscoveredPack, specifier: string, hostId: string): string {
  const exports = SANDBOX_HOST_MODULES[hostId]?.exports ?? [];
  const facade = hostFacadeSource(specifier, { exports });
  return digestOf([
    'host',
    ...identity(pack, specifier),
    hostId,
    [...exports].sort(),
    SANDBOX_HOST_FACADE_VERSION,
    facade,
  ]);
}

/** Digest of a WASM module: its binary, its contract, and the facade the guest gets. */
export function wasmDigest(
  pack: DiscoveredPack,
  specifier: string,
  entry: PackModule,
  { moduleId, bytes, wasm }: Pick<ResolvedWasmModule, 'moduleId' | 'bytes' | 'wasm'>,
): string {
  const facade = wasmFacadeSource(
    specifier,
    wasm.exports.map((item) => item.as),
  );
  const file = [moduleId, 'wasm', [], sha256(bytes)];
  return digestOf(['wasm', ...identity(pack, specifier), entry, file, wasm, SANDBOX_WASM_FACADE_VERSION, facade]);
}

/** Stands for the digest of a module that is not compiled: over what it declares. */
export function pendingDigest(pack: DiscoveredPack, specifier: string, entry: PackModule): string {
  return digestOf(['pending', ...identity(pack, specifier), entry]);
}

/** Digest of a whole pack: its manifest, the files it names, and the digests of its modules by specifier. */
export function packDigest(pack: DiscoveredPack, modules: readonly (readonly [string, string])[]): string {
  const texts = [...pack.files.values()].map(({ id, source }) => [id, sha256(source)]);
  const binaries = [...pack.binaries].map(([id, bytes]) => [id, sha256(bytes)]);
  const files = [...texts, ...binaries].sort(([a = ''], [b = '']) => byCodeUnit(a, b));
  return digestOf(['pack', pack.packName, pack.packVersion ?? null, pack.manifest, files, modules]);
}
