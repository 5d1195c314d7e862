/**
 * A context that lives in memory: for tests, for pages, and for runs that leave nothing behind.
 * @module
 */
import type { ProcessingContext, Workspace } from '@nodetool-ai/protocol/core';
import { type AssetStore, assetMembers, type StoredAsset, storageOver } from './assets.js';
import { MemoryTree } from './memory-tree.js';
import { MemoryWorkspace } from './memory-workspace.js';
import { mimeOf } from './mime.js';
import { workspaceKey } from './paths.js';
import { type SecretSource, secretReader } from './secrets.js';

/** What a memory context starts with. */
export interface MemoryContextOptions {
  /** Content by path. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  secrets?: SecretSource;
  /** Content by id; with plain bytes or text, the id is the name as well. */
  assets?: Readonly<Record<string, string | Uint8Array | StoredAsset>>;
}

/** Everything a memory context holds, secrets excepted; copies. */
export interface MemoryContextSnapshot {
  /** Content by key. */
  files: Record<string, Uint8Array>;
  /** Keys of directories, sorted. */
  directories: string[];
  /** By id. */
  assets: Record<string, StoredAsset>;
  /** By key, without `/api/storage/`. */
  storage: Record<string, Uint8Array>;
}

/** A context in memory. */
export interface MemoryContext
  extends Required<
    Pick<
      ProcessingContext,
      'getSecret' | 'assetToSandbox' | 'sandboxToAsset' | 'resolveAssetBytes' | 'createAsset' | 'storage'
    >
  > {
  workspace: Workspace;
  snapshot(): MemoryContextSnapshot;
}

/**
 * Makes a context whose files, assets and stored bytes live in memory and go with it.
 *
 * Directories exist while something is in them; one made by `mkdir` exists until it is removed. Assets that are made
 * get the ids `mem-1`, `mem-2`, …. The context itself bounds nothing: the limits of a run do.
 *
 * @example
 * const context = createMemoryContext({ files: { 'in.csv': 'a,b' }, secrets: { API_KEY: key } });
 * await runInSandbox({ code: 'await workspace.write("out.txt", await workspace.read("in.csv"))', context });
 * const { files } = context.snapshot();
 */
export function createMemoryContext(options: MemoryContextOptions = {}): MemoryContext {
  const tree = new MemoryTree();
  for (const [path, content] of Object.entries(options.files ?? {})) tree.write(workspaceKey(path), content);
  const workspace = new MemoryWorkspace(tree);
  const assets = new MemoryAssets(options.assets);
  const stored = new Map<string, Uint8Array>();
  return {
    workspace,
    getSecret: secretReader(options.secrets),
    ...assetMembers(assets, workspace, (key) => key),
    storage: storageOver({
      set: async (key, bytes) => void stored.set(key, new Uint8Array(bytes)),
      get: async (key) => stored.get(key)?.slice() ?? null,
    }),
    snapshot() {
      const entries = tree.list('', { recursive: true });
      const files: [string, Uint8Array][] = [];
      for (const { path, isDirectory } of entries) {
        if (!isDirectory) files.push([path, tree.read(path) as Uint8Array]);
      }
      return {
        files: Object.fromEntries(files),
        directories: entries.filter(({ isDirectory }) => isDirectory).map(({ path }) => path),
        assets: assets.copy(),
        storage: Object.fromEntries([...stored].map(([key, bytes]) => [key, bytes.slice()])),
      };
    },
  };
}

class MemoryAssets implements AssetStore {
  private readonly known = new Map<string, StoredAsset>();
  private made = 0;

  constructor(given: MemoryContextOptions['assets'] = {}) {
    for (const [id, asset] of Object.entries(given)) this.known.set(id, toStored(id, asset));
  }

  async add(asset: StoredAsset): Promise<string> {
    let id: string;
    do id = `mem-${++this.made}`;
    while (this.known.has(id));
    this.known.set(id, copyOf(asset));
    return id;
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    return this.known.get(id)?.content.slice();
  }

  copy(): Record<string, StoredAsset> {
    return Object.fromEntries([...this.known].map(([id, asset]) => [id, copyOf(asset)]));
  }
}

function toStored(id: string, asset: string | Uint8Array | StoredAsset): StoredAsset {
  if (typeof asset === 'string')
    return { name: id, contentType: 'text/plain', content: new TextEncoder().encode(asset) };
  if (asset instanceof Uint8Array) return { name: id, contentType: mimeOf(id), content: asset.slice() };
  return copyOf(asset);
}

function copyOf({ name, contentType, content }: StoredAsset): StoredAsset {
  return { name, contentType, content: new Uint8Array(content) };
}
