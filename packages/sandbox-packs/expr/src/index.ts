/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const expr = plainCalls('expr', functions);

/** Evaluates a formula; see `guest.d.ts`. */
export const evaluate = expr['evaluate'];
export default expr;
