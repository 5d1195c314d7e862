/**
 * Host side of the mammoth pack in Node.
 * @module
 */
import { hostFunctions } from './host-functions.js';

export const functions = hostFunctions(() => import('mammoth'));
