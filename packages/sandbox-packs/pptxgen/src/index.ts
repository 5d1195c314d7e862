/**
 * The pack's function in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const pptxgen = plainCalls('pptxgen', functions);

/** Writes a PowerPoint deck; see `guest.d.ts`. */
export const build = pptxgen['build'];
export default pptxgen;
