/**
 * Host side of the subtitle pack: what the guest's `parse` and `stringify` call.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { parseCues } from './parse-cues.js';
import { stringifyCues } from './stringify-cues.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = {
  async parse({ where, args }) {
    return parseCues(where, args[0]);
  },
  async stringify({ where, args }) {
    return stringifyCues(where, args[0], args[1]);
  },
};
