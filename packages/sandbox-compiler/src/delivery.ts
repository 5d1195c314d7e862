/**
 * Delivery: which files a page may have, each under an opaque id.
 * @module
 */
import {
  type ResolvedSandboxModule,
  SANDBOX_HOST_MODULES,
  type SandboxDeliveryRefusal,
  type SandboxModuleCatalog,
  type SandboxModuleDelivery,
  type SandboxModuleResolution,
  sandboxDeliveryId,
} from '@nodetool-ai/protocol';
import { hostFacadeSource } from '@nodetool-ai/sandbox-core';
import { sha256 } from './canonical-json.js';
import { type DeliveryAssets, deliveryAssets } from './delivery-assets.js';
import type { DiscoveredPack } from './read-pack.js';

/** A file that may be delivered; its body is made when it is asked for. */
type DeliveryEntry = Omit<SandboxModuleDelivery, 'authorized' | 'moduleId' | 'body' | 'sha256' | 'contentDigest'> & {
  graphs: string[];
  body: () => Uint8Array<ArrayBuffer>;
};

const ENCODER = new TextEncoder();

/**
 * Makes `authorizeDelivery` of a catalog. An id is looked up in a table of what the catalog serves and never becomes a
 * path: authored and compiled files, facades, binaries, and the assets that a pack lists in its `assets.json`.
 *
 * @param resolve - gives one module, with what its files need of the same pack
 */
export function createDelivery(
  packs: readonly DiscoveredPack[],
  resolve: (specifier: string) => SandboxModuleResolution,
): SandboxModuleCatalog['authorizeDelivery'] {
  let made: { entries: Map<string, DeliveryEntry>; withheld: Map<string, string>; assets: DeliveryAssets } | undefined;
  const table = () => {
    made ??= collect(packs, resolve);
    return made;
  };
  return async (moduleId) => {
    const { entries, withheld, assets } = table();
    const entry = entries.get(moduleId);
    if (entry === undefined) {
      const message = withheld.get(moduleId);
      if (message !== undefined) return refusal('unavailable', message);
      return (await assets.deliver(moduleId)) ?? refusal('not-found', 'There is no such module.');
    }
    const { body: make, graphs, ...rest } = entry;
    const body = make();
    return {
      authorized: true,
      moduleId,
      ...rest,
      graphs: [...graphs],
      contentDigest: graphs[0] ?? '',
      body,
      sha256: sha256(body),
      ...(rest.hostId !== undefined && { assets: assets.idsOf(rest.packName) }),
    };
  };
}

function refusal(reason: SandboxDeliveryRefusal['reason'], message: string): SandboxDeliveryRefusal {
  return { authorized: false, reason, message };
}

function collect(packs: readonly DiscoveredPack[], resolve: (specifier: string) => SandboxModuleResolution) {
  const entries = new Map<string, DeliveryEntry>();
  const withheld = new Map<string, string>();
  for (const pack of packs) {
    for (const { specifier } of pack.modules) {
      const { modules, statuses } = resolve(specifier);
      const [module, ...needed] = modules;
      if (module === undefined) withheld.set(specifier, statuses[0]?.message ?? 'It cannot be used.');
      else addModule(entries, module, needed);
    }
  }
  return { entries, withheld, assets: deliveryAssets(packs) };
}

function addModule(
  entries: Map<string, DeliveryEntry>,
  module: ResolvedSandboxModule,
  needed: readonly ResolvedSandboxModule[],
): void {
  const { specifier, packName, packVersion, moduleId, contentDigest } = module;
  const common = { packName, ...(packVersion === undefined ? {} : { packVersion }) };
  const add = (id: string, entry: Omit<DeliveryEntry, 'packName' | 'packVersion' | 'graphs'>) => {
    const known = entries.get(id);
    // Modules of one pack share files.
    if (known) known.graphs.push(contentDigest);
    else entries.set(id, { ...common, ...entry, graphs: [contentDigest] });
  };
  const graph = module.kind === 'host' ? [] : (module.graph ?? []);
  for (const { id, source, dependencies, internal } of graph) {
    const file: Omit<DeliveryEntry, 'packName' | 'graphs'> = {
      fileId: id,
      kind: 'js',
      type: 'text/javascript',
      body: () => ENCODER.encode(source),
      dependencies: dependencies.map((one) => sandboxDeliveryId(packName, one)),
      internal,
    };
    add(sandboxDeliveryId(packName, id), file);
    if (module.kind === 'js' && id === moduleId) add(specifier, file);
  }
  for (const binary of needed) {
    if (binary.kind === 'wasm') add(sandboxDeliveryId(packName, binary.moduleId), wasmEntry(binary));
  }
  if (module.kind === 'wasm') {
    add(specifier, wasmEntry(module));
    add(sandboxDeliveryId(packName, moduleId), wasmEntry(module));
  } else if (module.kind === 'host') {
    const row = SANDBOX_HOST_MODULES[module.hostId];
    if (row === undefined) return;
    add(specifier, {
      fileId: moduleId,
      kind: 'host',
      type: 'text/javascript',
      body: () => ENCODER.encode(hostFacadeSource(specifier, row)),
      dependencies: [],
      internal: false,
      hostId: module.hostId,
    });
  }
}

function wasmEntry({ moduleId, bytes, wasm }: Extract<ResolvedSandboxModule, { kind: 'wasm' }>) {
  return {
    fileId: moduleId,
    kind: 'wasm' as const,
    type: 'application/wasm',
    // A copy: what is sent must not be changed through what a run holds.
    body: () => new Uint8Array(bytes),
    dependencies: [],
    internal: false,
    wasm,
  };
}
