/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const tokens = plainCalls('tokens', functions);

/** Counts the tokens of a text; see `guest.d.ts`. */
export const count = tokens['count'];
/** Ids of a text; see `guest.d.ts`. */
export const encode = tokens['encode'];
/** Text of ids; see `guest.d.ts`. */
export const decode = tokens['decode'];
export default tokens;
