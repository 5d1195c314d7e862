/**
 * The stats pack has no caps of its own: a guest's run is bounded by its time and memory. This is what is measured.
 * @module
 */

/** Longest input that the pack's tests hold to a linear cost, in KiB of JSON. */
export const STATS_LINEAR_UP_TO_KIB = 40;

/** Largest whole number whose factorial is a number; beyond it is Infinity. */
export const STATS_MAX_FACTORIAL = 170;
