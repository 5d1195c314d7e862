/**
 * Host side of the pptxgen pack: what the guest's `build` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async build({ where, args, warn }) {
    const { buildDeck } = await loadLibrary(where, 'pptxgenjs', () => import('./build-deck.js'));
    return buildDeck(where, args[0], warn);
  },
};
