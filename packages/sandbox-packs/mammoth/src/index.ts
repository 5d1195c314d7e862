/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const mammoth = plainCalls('mammoth', functions);

/** Each of these is documented in `guest.d.ts`. */
export const extractRawText = mammoth['extractRawText'];
export const convertToHtml = mammoth['convertToHtml'];
export default mammoth;
