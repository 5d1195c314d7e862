/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const pack = plainCalls('zip', functions);

/** Reads an archive; see `guest.d.ts`. */
export const unzip = pack['unzip'];
/** Writes an archive; see `guest.d.ts`. */
export const zip = pack['zip'];
export default pack;
