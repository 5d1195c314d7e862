/**
 * Host side of the csv pack: what the guest's `parse` and `stringify` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async parse({ where, args }) {
    const { parseCsv } = await loadLibrary(where, 'papaparse', () => import('./parse-csv.js'));
    return parseCsv(where, args[0], args[1]);
  },
  async stringify({ where, args }) {
    const { stringifyCsv } = await loadLibrary(where, 'papaparse', () => import('./stringify-csv.js'));
    return stringifyCsv(where, args[0], args[1]);
  },
};
