/**
 * Host side of the tfjs pack.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { folderPlace, packagePlace, wasmFolder } from './places.node.js';
import { urlPlace } from './places.url.js';
import { tfjsFunctions } from './tfjs-functions.js';

/** What the host may say about its models. */
export interface TfjsHostOptions {
  /** Folder of `<id>/model.json`; default: what `NODETOOL_TFJS_MODELS` names, if anything. */
  modelFolder?: string;
  /** Address of `<id>/model.json`, ending with `/`: the last place that is asked. By default nothing is downloaded. */
  modelsUrl?: string | URL;
}

/**
 * The functions over models of the host's choice, for a module whose URL the host gives as `hostModules.tfjs`.
 * @example
 * export const functions = hostFunctions({ modelFolder: '/srv/models' });
 */
export function hostFunctions({ modelFolder, modelsUrl }: TfjsHostOptions = {}): HostFunctions {
  const remote = modelsUrl === undefined ? [] : [urlPlace(new URL(modelsUrl))];
  return tfjsFunctions(() => {
    const folder = modelFolder ?? process.env['NODETOOL_TFJS_MODELS'];
    return { models: [...(folder ? [folderPlace(folder)] : []), packagePlace, ...remote], wasm: wasmFolder };
  });
}

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = hostFunctions();
