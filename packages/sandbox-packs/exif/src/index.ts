/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const exif = plainCalls('exif', functions);

/** The metadata of a photo; see `guest.d.ts`. */
export const parse = exif['parse'];
export default exif;
