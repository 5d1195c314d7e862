/**
 * Host side of the diff pack: what the guest's `unified` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async unified({ where, args }) {
    const { unifiedPatch } = await loadLibrary(where, 'diff', () => import('./unified-patch.js'));
    return unifiedPatch(where, args[0], args[1], args[2]);
  },
};
