/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const epub = plainCalls('epub', functions);

/** Each of these is documented in `guest.d.ts`. */
export const metadata = epub['metadata'];
export const tableOfContents = epub['tableOfContents'];
export const extractText = epub['extractText'];
export const extractChapters = epub['extractChapters'];
export default epub;
