/**
 * Host side of the supabase pack: what the guest's `from` and `rpc` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { callFunction } from './call-function.js';
import { fromTable } from './from-table.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async from({ where, args }) {
    return fromTable(where, args[0]);
  },
  async rpc({ where, args }) {
    return callFunction(where, args[0]);
  },
};
