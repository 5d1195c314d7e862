/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const csv = plainCalls('csv', functions);

/** Reads CSV text; see `guest.d.ts`. */
export const parse = csv['parse'];
/** Writes rows as CSV text; see `guest.d.ts`. */
export const stringify = csv['stringify'];
export default csv;
