/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const ocr = plainCalls('ocr', functions);

/** Reads the text in a picture; see `guest.d.ts`. */
export const recognize = ocr['recognize'];
export default ocr;
