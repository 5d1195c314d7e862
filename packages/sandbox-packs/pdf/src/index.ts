/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const pdf = plainCalls('pdf', functions);

/** The text of all pages; see `guest.d.ts`. */
export const extractText = pdf['extractText'];
/** The text page by page; see `guest.d.ts`. */
export const extractPages = pdf['extractPages'];
export default pdf;
