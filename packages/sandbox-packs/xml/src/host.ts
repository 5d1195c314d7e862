/**
 * Host side of the xml pack: what the guest's `parse` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async parse({ where, args }) {
    const { parseXml } = await loadLibrary(where, 'fast-xml-parser', () => import('./parse-xml.js'));
    return parseXml(where, args[0], args[1]);
  },
};
