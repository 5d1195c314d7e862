/**
 * Host side of the fabric pack.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol';
import { fabricFunctions } from './fabric-functions.js';

/** Functions by export name, as the host-module registry lists them. */
export const functions: HostFunctions = fabricFunctions(async () => (await import('./platform.node.js')).platform);
