/**
 * Host side of the chrono pack: what the guest's `parseDate` and `parse` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { loadLibrary } from '@nodetool-ai/sandbox-pack-kit';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async parseDate({ where, args }) {
    const { findFirstDate } = await loadLibrary(where, 'chrono-node', () => import('./find-dates.js'));
    return findFirstDate(where, args[0], args[1], args[2]);
  },
  async parse({ where, args }) {
    const { findDates } = await loadLibrary(where, 'chrono-node', () => import('./find-dates.js'));
    return findDates(where, args[0], args[1], args[2]);
  },
};
