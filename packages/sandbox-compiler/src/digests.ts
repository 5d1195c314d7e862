/**
 * Content digests of modules and packs: the same install gives the same digests on every machine.
 * @module
 */
import {
  type PackModule,
  SANDBOX_HOST_FACADE_VERSION,
  SANDBOX_HOST_MODULES,
  type SandboxModuleFile,
} from '@nodetool-ai/protocol';
import { digestOf, sha256 } from './canonical-json.js';
import type { CompiledArtifact } from './outcome.js';
import type { DiscoveredPack } from './read-pack.js';

const identity = (pack: DiscoveredPack, specifier: string) => [pack.packName, pack.packVersion ?? null, specifier];

/** Digest of a module that is served as written; `graph` is every file reachable from it. */
export function authoredDigest(
  pack: DiscoveredPack,
  specifier: string,
  entry: PackModule,
  moduleId: string,
  graph: readonly SandboxModuleFile[],
): string {
  const files = graph.map(({ id, kind, dependencies, source }) => [id, kind, dependencies, sha256(source)]);
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
  const names = [...(SANDBOX_HOST_MODULES[hostId]?.exports ?? [])].sort();
  return digestOf(['host', ...identity(pack, specifier), hostId, names, SANDBOX_HOST_FACADE_VERSION]);
}

/** Digest of a whole pack: its manifest, its authored files, and the digests of its usable modules. */
export function packDigest(pack: DiscoveredPack, moduleDigests: readonly string[]): string {
  const files = [...pack.files.values()].map(({ id, source }) => [id, sha256(source)]);
  return digestOf(['pack', pack.packName, pack.packVersion ?? null, pack.manifest, files, moduleDigests]);
}
