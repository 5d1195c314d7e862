/**
 * Host side of the twilio pack: what the guest's `request` calls.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { buildRequest } from './build-request.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async request({ where, args, warn }) {
    return buildRequest(where, args[0], warn);
  },
};
