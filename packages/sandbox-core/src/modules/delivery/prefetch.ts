/**
 * Fetches modules into a page before a run.
 * @module
 */
import {
  type ResolvedSandboxModule,
  SANDBOX_HOST_MODULES,
  type SandboxModuleFile,
  type SandboxModuleIndexEntry,
  type SandboxModuleRecord,
  sandboxDeliveryId,
  sandboxHostModuleViolation,
} from '@nodetool-ai/protocol/core';
import { hostFacadeSource } from '../facade.js';
import { SandboxDeliveryError } from './delivery-error.js';
import { FETCH_CONCURRENCY } from './limits.js';
import { type DeliveredFile, type FetchModules, ModuleServer, StaleIndex } from './module-server.js';
import type { ModuleIndex } from './read-index.js';

/** Options of {@link prefetchSandboxModules}. */
export interface PrefetchOptions {
  /** Where the server's paths begin, such as `https://example.org`; default the origin of the page. */
  baseUrl?: string | URL;
  /** Default the global `fetch`. */
  fetch?: FetchModules;
  signal?: AbortSignal;
}

/**
 * Fetches modules and everything their files import, and checks each body against the server's index.
 *
 * One request for the index, then one for each file, at most 6 at a time; a file that was checked before is not fetched
 * again. The records are plain data: post them to a worker, or keep them. Nothing of a module is evaluated here.
 * It protects from stale caches, proxies, cut answers and mixed versions, not from the server itself: pin
 * `contentDigest` for that.
 *
 * @throws {SandboxDeliveryError} with `code` and `specifier`
 * @example
 * const records = await prefetchSandboxModules(['@nodetool-ai/sandbox-yaml'], { baseUrl: 'https://example.org' });
 * const catalog = createSeededModuleCatalog(records);
 */
export async function prefetchSandboxModules(
  specifiers: Iterable<string>,
  { baseUrl = pageOrigin(), fetch = (url, init) => globalThis.fetch(url, init), signal }: PrefetchOptions = {},
): Promise<SandboxModuleRecord[]> {
  const wanted = [...new Set(specifiers)];
  if (wanted.length === 0) return [];
  const server = new ModuleServer(String(baseUrl), fetch, signal);
  try {
    return await fetchAll(server, wanted);
  } catch (error) {
    if (!(error instanceof StaleIndex)) throw error;
  }
  try {
    // The server was updated between the index and a file.
    return await fetchAll(server, wanted);
  } catch (error) {
    if (!(error instanceof StaleIndex)) throw error;
    const message = `${error.message}: its index and its files do not belong together. Load the page again`;
    throw new SandboxDeliveryError('version-mismatch', message);
  }
}

async function fetchAll(server: ModuleServer, wanted: readonly string[]): Promise<SandboxModuleRecord[]> {
  const index = await server.index();
  const entries = withNeeded(index, wanted);
  const turn = createTurns(FETCH_CONCURRENCY);
  const started = new Map<string, Promise<DeliveredFile>>();
  /** Modules of one pack share files. */
  const file = (
    entry: SandboxModuleIndexEntry,
    id: string,
    expected: { id: string; sha256: string; bytes: number },
  ) => {
    const key = `${id} ${expected.sha256}`;
    const known = started.get(key) ?? turn(() => server.file(entry, id, expected));
    started.set(key, known);
    return known;
  };
  const records = await Promise.all(
    entries.map(async (entry) => {
      const { specifier, packName, moduleId, sha256, bytes, files } = entry;
      const [root, ...rest] = await Promise.all([
        file(entry, specifier, { id: moduleId, sha256, bytes }),
        ...files.map((one) => file(entry, sandboxDeliveryId(packName, one.id), one)),
      ]);
      return recordOf(server, entry, root, rest, entries);
    }),
  );
  server.keep();
  return records;
}

function withNeeded(index: ModuleIndex, wanted: readonly string[]): SandboxModuleIndexEntry[] {
  const entries = new Map<string, SandboxModuleIndexEntry>();
  for (const specifier of wanted) {
    const entry = index.entry(specifier);
    entries.set(specifier, entry);
    for (const needed of entry.needs ?? []) entries.set(needed, index.entry(needed));
  }
  return [...entries.values()];
}

function recordOf(
  server: ModuleServer,
  entry: SandboxModuleIndexEntry,
  root: DeliveredFile,
  rest: readonly DeliveredFile[],
  entries: readonly SandboxModuleIndexEntry[],
): SandboxModuleRecord {
  const { page, description, needs, assets } = entry;
  const record: SandboxModuleRecord = { module: moduleOf(entry, root, rest), page };
  if (description !== undefined) record.description = description;
  if (needs !== undefined) record.needs = needs;
  if (assets !== undefined) {
    record.assets = assets.map((asset) => ({ ...asset, url: new URL(asset.url, server.base).href }));
  }
  // A file that imports what nobody fetched would fail in the run, where nobody can say why.
  const there = new Set([entry.moduleId, ...entry.files.map(({ id }) => id)]);
  for (const one of entries) if (needs?.includes(one.specifier)) there.add(one.moduleId);
  const lost = [root, ...rest].flatMap(({ dependencies }) => dependencies).find((id) => !there.has(id));
  if (lost === undefined) return record;
  const message = `"${entry.specifier}" imports "${lost}", which is not in the index: files of two versions came together`;
  throw new SandboxDeliveryError('version-mismatch', message, entry.specifier);
}

function moduleOf(
  entry: SandboxModuleIndexEntry,
  root: DeliveredFile,
  rest: readonly DeliveredFile[],
): ResolvedSandboxModule {
  const { specifier, packName, packVersion, contentDigest, moduleId, kind, files } = entry;
  const base = { specifier, packName, ...(packVersion !== undefined && { packVersion }), contentDigest, moduleId };
  const refuse = (why: string) =>
    new SandboxDeliveryError('module-unavailable', `"${specifier}" is refused: ${why}`, specifier);
  if (kind === 'host') {
    const row = root.hostId === undefined ? undefined : SANDBOX_HOST_MODULES[root.hostId];
    const violation = sandboxHostModuleViolation(packName, root.hostId);
    if (row === undefined || violation !== undefined) throw refuse(violation ?? 'it names no host module');
    if (textOf(root.body) !== hostFacadeSource(specifier, row)) {
      const why = 'the server and the page are of different releases. Deploy them together';
      throw new SandboxDeliveryError('version-mismatch', `"${specifier}" is refused: ${why}`, specifier);
    }
    return { ...base, kind, hostId: row.id };
  }
  const graph = rest.map((file, at) => fileOf(files[at]?.id ?? '', file, refuse));
  if (kind === 'wasm') {
    if (root.wasm === undefined) throw refuse('it has no WASM contract');
    return { ...base, kind, bytes: new Uint8Array(root.body), wasm: root.wasm, ...(graph.length > 0 && { graph }) };
  }
  const own = fileOf(moduleId, root, refuse);
  const all = [...graph, own].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...base, kind, source: own.source, graph: all };
}

function fileOf(id: string, { body, dependencies, internal }: DeliveredFile, refuse: (why: string) => Error) {
  const source = textOf(body);
  if (source === undefined) throw refuse(`"${id}" is not UTF-8 text`);
  const file: SandboxModuleFile = { id, kind: 'js', source, dependencies: [...dependencies], internal };
  return file;
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Runs tasks, so many at a time, in the order in which they came. */
function createTurns(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

function pageOrigin(): string {
  const { location } = globalThis as { location?: { origin?: string } };
  if (location?.origin !== undefined) return location.origin;
  throw new TypeError('prefetchSandboxModules: there is no page whose server could be asked. Pass baseUrl');
}
