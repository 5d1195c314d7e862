/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const html = plainCalls('html', functions);

/** Each of these is documented in `guest.d.ts`. */
export const select = html['select'];
export const toMarkdown = html['toMarkdown'];
export const toText = html['toText'];
export const extractLinks = html['extractLinks'];
export const extractImages = html['extractImages'];
export const extractAudio = html['extractAudio'];
export const extractVideos = html['extractVideos'];
export const extractMetadata = html['extractMetadata'];
export const extractReadableText = html['extractReadableText'];
export default html;
