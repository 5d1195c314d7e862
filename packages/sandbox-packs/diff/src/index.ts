/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const diff = plainCalls('diff', functions);

/** Compares two texts; see `guest.d.ts`. */
export const unified = diff['unified'];
export default diff;
