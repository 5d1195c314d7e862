/**
 * Host side of the tfjs pack in a page or its worker. Its files come from the address that the page names.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { PackUnavailableError } from '@nodetool-ai/sandbox-pack-kit';
import { assetPlace, urlPlace } from './places.url.js';
import { tfjsFunctions } from './tfjs-functions.js';

/** What the page must say. */
export interface TfjsPageOptions {
  /** Absolute address below which the files of `assets.json` lie by their names; it ends with `/`. */
  assetsUrl: string | URL;
  /** Address of more models, `<id>/model.json` and their shards; it ends with `/`. */
  modelsUrl?: string | URL;
}

/**
 * The functions over the files at `assetsUrl`.
 * @example
 * export const functions = hostFunctions({ assetsUrl: new URL('/tfjs-assets/', location.href) });
 */
export function hostFunctions({ assetsUrl, modelsUrl }: TfjsPageOptions): HostFunctions {
  const base = new URL(assetsUrl);
  const models = [...(modelsUrl === undefined ? [] : [urlPlace(new URL(modelsUrl))]), assetPlace(base)];
  return tfjsFunctions(() => ({ models, wasm: () => new URL('.', base).href }));
}

const missing = async ({ where }: { where: string }): Promise<never> => {
  throw new PackUnavailableError(
    where,
    'TensorFlow.js',
    'Pass hostFunctions({ assetsUrl }) of this module as hostModules.tfjs',
  );
};

/** Without an address of its files every call says what is missing. */
export const functions: HostFunctions = {
  classify: missing,
  embed: missing,
  detect: missing,
  answer: missing,
  models: missing,
  predict: missing,
  train: missing,
};
