/**
 * Models at an address that the host names. A guest has no say in it.
 * @module
 */
import { MODEL_ID, type ModelPlace } from './model-store.js';

/** Models at `<base><id>/model.json`. */
export function urlPlace(base: URL): ModelPlace {
  return {
    source: 'url',
    read: (id, file, maxBytes) =>
      MODEL_ID.test(id) && MODEL_ID.test(file) ? fetchBytes(new URL(`${id}/${file}`, base), maxBytes) : absent(),
  };
}

/** The detector among the files of `assets.json`. */
export function assetPlace(base: URL): ModelPlace {
  return {
    source: 'package',
    read(id, file, maxBytes) {
      const name = file === 'model.json' ? 'centernet.json' : file;
      const isAsset = id === 'centernet' && (name === 'centernet.json' || name === 'centernet.bin');
      return isAsset ? fetchBytes(new URL(name, base), maxBytes) : absent();
    },
  };
}

const absent = async (): Promise<undefined> => undefined;

async function fetchBytes(url: URL, maxBytes: number): Promise<Uint8Array | undefined> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > maxBytes ? bytes.slice(0, maxBytes + 1) : bytes;
}
