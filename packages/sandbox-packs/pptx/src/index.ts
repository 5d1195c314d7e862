/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const pptx = plainCalls('pptx', functions);

/** Each of these is documented in `guest.d.ts`. */
export const extractText = pptx['extractText'];
export const extractSlides = pptx['extractSlides'];
export default pptx;
