/**
 * Host side of the exif pack: what the guest's `parse` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async parse({ where, args }) {
    const { parseMetadata } = await loadLibrary(where, 'exifr', () => import('./parse-metadata.js'));
    return parseMetadata(where, args[0], args[1]);
  },
};
