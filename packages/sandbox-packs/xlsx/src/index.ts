/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const xlsx = plainCalls('xlsx', functions);

/** Reads a workbook; see `guest.d.ts`. */
export const parse = xlsx['parse'];
/** Writes a workbook; see `guest.d.ts`. */
export const write = xlsx['write'];
export default xlsx;
