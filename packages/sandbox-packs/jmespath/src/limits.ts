/**
 * The jmespath pack has no caps of its own: a guest's run is bounded by its time and memory. This is what is measured.
 * @module
 */

/** Longest input that the pack's tests hold to a linear cost, in KiB of JSON. */
export const JMESPATH_LINEAR_UP_TO_KIB = 40;
