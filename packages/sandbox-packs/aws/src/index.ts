/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const aws = plainCalls('aws', functions);

/** Signs a request; see `guest.d.ts`. */
export const sigv4 = aws['sigv4'];
/** Signs a URL; see `guest.d.ts`. */
export const presign = aws['presign'];
export default aws;
