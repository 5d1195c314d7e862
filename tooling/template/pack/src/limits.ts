/**
 * Caps of the __NAME__ pack.
 * @module
 */

/** Most repetitions of a text. */
export const __CONSTANT___MAX_TIMES = 1000;
