/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const chrono = plainCalls('chrono', functions);

/** The first date of a text; see `guest.d.ts`. */
export const parseDate = chrono['parseDate'];
/** All dates of a text; see `guest.d.ts`. */
export const parse = chrono['parse'];
export default chrono;
