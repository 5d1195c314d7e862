/**
 * Host side of the aws pack: what the guest's `sigv4` and `presign` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { presignUrl } from './presign-url.js';
import { signRequest } from './sign-request.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async sigv4({ where, args }) {
    return signRequest(where, args[0]);
  },
  async presign({ where, args }) {
    return presignUrl(where, args[0]);
  },
};
