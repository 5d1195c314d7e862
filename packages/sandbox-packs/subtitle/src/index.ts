/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const subtitle = plainCalls('subtitle', functions);

/** Reads captions; see `guest.d.ts`. */
export const parse = subtitle['parse'];
/** Writes captions; see `guest.d.ts`. */
export const stringify = subtitle['stringify'];
export default subtitle;
