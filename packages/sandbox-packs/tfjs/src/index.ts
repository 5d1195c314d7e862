/**
 * The pack's functions in plain Node, without a sandbox: for trying the API and for tests.
 * `guest.d.ts` types this entry.
 * @module
 */
import { plainCalls } from '@nodetool-ai/sandbox-pack-kit';
import { functions } from './host.js';

const tfjs = plainCalls('tfjs', functions);

/** Names what a picture shows; see `guest.d.ts`. */
export const classify = tfjs['classify'];
/** Turns a picture into numbers; see `guest.d.ts`. */
export const embed = tfjs['embed'];
/** Finds things in a picture; see `guest.d.ts`. */
export const detect = tfjs['detect'];
/** Finds an answer in a passage; see `guest.d.ts`. */
export const answer = tfjs['answer'];
/** Lists models; see `guest.d.ts`. */
export const models = tfjs['models'];
/** Runs a model on numbers; see `guest.d.ts`. */
export const predict = tfjs['predict'];
/** Trains a small model; see `guest.d.ts`. */
export const train = tfjs['train'];
export default tfjs;
