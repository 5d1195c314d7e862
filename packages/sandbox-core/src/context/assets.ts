/**
 * What the embedded contexts share about assets: their URIs, their storage keys, and how they get in and out of a
 * workspace.
 * @module
 */
import type { AssetRef, ContextStorage, ProcessingContext, ResolvedAsset, Workspace } from '@nodetool-ai/protocol/core';
import { assetTypeOf, mimeOf } from './mime.js';
import { nameOfKey, shownPath } from './paths.js';

/** An asset as it is stored. */
export interface StoredAsset {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** Where an embedded context keeps its assets. */
export interface AssetStore {
  /** Resolves with the id. */
  add(asset: StoredAsset): Promise<string>;
  get(id: string): Promise<Uint8Array | undefined>;
}

const ASSET_SCHEME = 'asset://';
/** Where stored bytes are found again. */
export const STORAGE_PREFIX = '/api/storage/';

/** The ids that `asset://id.ext`, or a bare id, may mean: with the extension, and without. */
function assetIds(uriOrId: string): string[] {
  const id = uriOrId.startsWith(ASSET_SCHEME) ? uriOrId.slice(ASSET_SCHEME.length) : uriOrId;
  const dot = id.lastIndexOf('.');
  return dot > 0 ? [id, id.slice(0, dot)] : [id];
}

/** The key in a URI that `store` resolved with, or the key itself. */
export function storageKey(uriOrKey: string): string {
  return uriOrKey.startsWith(STORAGE_PREFIX) ? uriOrKey.slice(STORAGE_PREFIX.length) : uriOrKey;
}

type AssetMembers = Required<
  Pick<ProcessingContext, 'resolveAssetBytes' | 'createAsset' | 'assetToSandbox' | 'sandboxToAsset'>
>;

/** The members of a context that deal with assets. `shown` makes what `assetToSandbox` resolves with, from a key. */
export function assetMembers(store: AssetStore, workspace: Workspace, shown: (key: string) => string): AssetMembers {
  const resolve = async (uriOrId: string): Promise<ResolvedAsset> => {
    const attempts: string[] = [];
    for (const id of assetIds(uriOrId)) {
      attempts.push(`asset ${shownPath(id)}`);
      const bytes = await store.get(id);
      if (bytes !== undefined) return { bytes, attempts };
    }
    return { bytes: null, attempts };
  };
  return {
    async resolveAssetBytes(uri) {
      return uri.startsWith(ASSET_SCHEME) ? resolve(uri) : { bytes: null, attempts: [] };
    },
    async createAsset(asset) {
      return { id: await store.add(asset) };
    },
    async assetToSandbox(assetId, path) {
      const { bytes } = await resolve(assetId);
      if (bytes === null) throw missing(`there is no asset ${shownPath(assetId)}`);
      const key = workspace.key(path);
      await workspace.write(key, bytes, mimeOf(key));
      return shown(key);
    },
    async sandboxToAsset(path): Promise<AssetRef> {
      const key = workspace.key(path);
      const content = await workspace.read(key);
      if (content === null) throw missing(`there is no file ${shownPath(path)} to make an asset of`);
      const contentType = mimeOf(key);
      const id = await store.add({ name: nameOfKey(key), contentType, content });
      return { type: assetTypeOf(contentType), uri: `${ASSET_SCHEME}${id}`, asset_id: id };
    },
  };
}

/** Makes `storage` of a context from a place for bytes by key. */
export function storageOver(place: {
  set(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
}): ContextStorage {
  return {
    async store(key, bytes) {
      await place.set(storageKey(key), bytes);
      return STORAGE_PREFIX + storageKey(key);
    },
    retrieve: (uriOrKey) => place.get(storageKey(uriOrKey)),
  };
}

function missing(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOENT' });
}
