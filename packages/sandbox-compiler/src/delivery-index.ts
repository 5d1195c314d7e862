/**
 * The index of a catalog: what a page needs to know before it fetches.
 * @module
 */
import {
  SANDBOX_HOST_MODULES,
  type SandboxDeliveryAsset,
  type SandboxDeliveryFile,
  type SandboxModuleCatalog,
  type SandboxModuleDelivery,
  type SandboxModuleIndexEntry,
  type SandboxModuleSummary,
  sandboxDeliveryPath,
} from '@nodetool-ai/protocol';

const indexes = new WeakMap<SandboxModuleCatalog, Map<string, Promise<SandboxModuleIndexEntry[]>>>();

/** Every module that can be delivered, sorted by specifier. A catalog is immutable, so that this is worked out once. */
export function deliveryIndex(catalog: SandboxModuleCatalog, basePath: string): Promise<SandboxModuleIndexEntry[]> {
  const byPath = indexes.get(catalog) ?? new Map<string, Promise<SandboxModuleIndexEntry[]>>();
  indexes.set(catalog, byPath);
  const known = byPath.get(basePath);
  if (known) return known;
  const made = Promise.all(catalog.summaries().map((summary) => indexEntry(catalog, summary, basePath))).then(
    (entries) => entries.flat(),
  );
  byPath.set(basePath, made);
  // A file that could not be read now may be readable later.
  made.catch(() => byPath.delete(basePath));
  return made;
}

async function indexEntry(
  catalog: SandboxModuleCatalog,
  { specifier, packName, packVersion, kind, description, contentDigest }: SandboxModuleSummary,
  basePath: string,
): Promise<SandboxModuleIndexEntry[]> {
  const delivery = await catalog.authorizeDelivery(specifier);
  if (!delivery.authorized) return [];
  const { files, binaries } = await closureOf(catalog, delivery);
  const { modules } = catalog.resolveForExecution([{ specifier }]);
  const needs = modules.slice(1).flatMap((one) => (binaries.has(one.moduleId) ? [one.specifier] : []));
  const assets = await assetsOf(catalog, delivery, basePath);
  return [
    {
      specifier,
      packName,
      ...(packVersion === undefined ? {} : { packVersion }),
      kind,
      ...(description === undefined ? {} : { description }),
      moduleId: delivery.fileId,
      contentDigest,
      sha256: delivery.sha256,
      bytes: delivery.body.length,
      page: delivery.hostId === undefined ? 'yes' : (SANDBOX_HOST_MODULES[delivery.hostId]?.page ?? 'no'),
      url: sandboxDeliveryPath(basePath, specifier, delivery.sha256),
      files,
      ...(needs.length > 0 && { needs }),
      ...(assets.length > 0 && { assets }),
    },
  ];
}

/** Everything a module's files import, directly or not, without the entry; binaries are modules of their own. */
async function closureOf(
  catalog: SandboxModuleCatalog,
  root: SandboxModuleDelivery,
): Promise<{ files: SandboxDeliveryFile[]; binaries: Set<string> }> {
  const files = new Map<string, SandboxDeliveryFile>();
  const binaries = new Set<string>();
  const queue = [...root.dependencies];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const file = await catalog.authorizeDelivery(id);
    if (!file.authorized || files.has(file.fileId) || file.fileId === root.fileId) continue;
    if (file.kind === 'wasm') binaries.add(file.fileId);
    else files.set(file.fileId, { id: file.fileId, sha256: file.sha256, bytes: file.body.length });
    queue.push(...file.dependencies);
  }
  return { files: [...files.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), binaries };
}

async function assetsOf(
  catalog: SandboxModuleCatalog,
  { assets = [] }: SandboxModuleDelivery,
  basePath: string,
): Promise<SandboxDeliveryAsset[]> {
  const found: SandboxDeliveryAsset[] = [];
  // One after the other: they may be large.
  for (const id of assets) {
    const asset = await catalog.authorizeDelivery(id);
    if (!asset.authorized) continue;
    const { fileId, sha256, body, type } = asset;
    const url = sandboxDeliveryPath(basePath, id, sha256);
    found.push({ id: fileId.slice('assets/'.length), sha256, bytes: body.length, type, url });
  }
  return found;
}
