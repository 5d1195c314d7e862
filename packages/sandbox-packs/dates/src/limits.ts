/**
 * The dates pack has no caps of its own: a guest's run is bounded by its time and memory. This is what is measured.
 * @module
 */

/** Longest list of dates that the pack's tests hold to a linear cost, in KiB of text. */
export const DATES_LINEAR_UP_TO_KIB = 40;
