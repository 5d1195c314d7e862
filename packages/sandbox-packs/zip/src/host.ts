/**
 * Host side of the zip pack: what the guest's `unzip` and `zip` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async unzip({ where, args, warn }) {
    const { unzip } = await loadLibrary(where, 'fflate', () => import('./unzip.js'));
    return unzip(where, args[0], args[1], warn);
  },
  async zip({ where, args }) {
    const { zip } = await loadLibrary(where, 'fflate', () => import('./zip.js'));
    return zip(where, args[0], args[1]);
  },
};
