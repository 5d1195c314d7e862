/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const ics = plainCalls('ics', functions);

/** A calendar of one event; see `guest.d.ts`. */
export const createEvent = ics['createEvent'];
/** A calendar of several events; see `guest.d.ts`. */
export const createEvents = ics['createEvents'];
export default ics;
