/**
 * Host side of the xlsx pack: what the guest's `parse` and `write` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async parse({ where, args }) {
    const { parseXlsx } = await loadLibrary(where, 'fflate', () => import('./read/parse-xlsx.js'));
    return parseXlsx(where, args[0], args[1]);
  },
  async write({ where, args }) {
    const { writeXlsx } = await loadLibrary(where, 'exceljs', () => import('./write/write-xlsx.js'));
    return writeXlsx(where, args[0], args[1]);
  },
};
