/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const supabase = plainCalls('supabase', functions);

/** Builds a request to a table; see `guest.d.ts`. */
export const from = supabase['from'];
/** Builds a call of a function; see `guest.d.ts`. */
export const rpc = supabase['rpc'];
export default supabase;
