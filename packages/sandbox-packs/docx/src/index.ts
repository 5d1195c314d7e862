/**
 * The pack's function in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const docx = plainCalls('docx', functions);

/** Writes a Word document; see `guest.d.ts`. */
export const build = docx['build'];
export default docx;
