/**
 * Host side of the docx pack: what the guest's `build` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async build({ where, args, warn }) {
    const { buildDocx } = await loadLibrary(where, 'docx', () => import('./build-docx.js'));
    return buildDocx(where, args[0], warn);
  },
};
