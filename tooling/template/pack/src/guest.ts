/**
 * Guest side of the __NAME__ pack.
 * @module
 */
export { MAX_TEXT_CHARS } from './limits.js';
