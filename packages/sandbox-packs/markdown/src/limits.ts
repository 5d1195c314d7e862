/**
 * The markdown pack has no caps of its own: a guest's run is bounded by its time and memory. This is what a text costs.
 * @module
 */

/** Longest text that the pack's tests hold to a linear cost, in KiB. */
export const MARKDOWN_LINEAR_UP_TO_KIB = 100;
