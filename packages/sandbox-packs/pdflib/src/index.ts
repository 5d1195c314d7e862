/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const pdflib = plainCalls('pdflib', functions);

/** A new document; see `guest.d.ts`. */
export const build = pdflib['build'];
/** The pages of several documents; see `guest.d.ts`. */
export const merge = pdflib['merge'];
export default pdflib;
