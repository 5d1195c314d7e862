/**
 * Guest side of the dates pack: date-fns by names, and all of it by default.
 * @module
 */
import * as dates from './functions.js';

export * from './functions.js';
export default dates;
