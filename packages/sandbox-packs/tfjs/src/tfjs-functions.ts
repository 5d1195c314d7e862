import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import type { Places } from './calls.js';
import { listModels } from './list-models.js';

/** The functions over places that are asked for at each call. */
export function tfjsFunctions(placesOf: () => Places): HostFunctions {
  const load = (where: string) => loadLibrary(where, '@tensorflow/tfjs', () => import('./calls.js'));
  return {
    classify: async (call) => (await load(call.where)).classify(placesOf(), call),
    embed: async (call) => (await load(call.where)).embed(placesOf(), call),
    detect: async (call) => (await load(call.where)).detect(placesOf(), call),
    answer: async (call) => (await load(call.where)).answer(placesOf(), call),
    // Needs no library.
    async models({ where, args }) {
      readOptions(where, args[0], {});
      return listModels(where, placesOf().models);
    },
    predict: async (call) => (await load(call.where)).predict(placesOf(), call),
    train: async (call) => (await load(call.where)).train(placesOf(), call),
  };
}
