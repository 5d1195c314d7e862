/**
 * Caps of the pack. How many calls and streams a run may have is the host's decision.
 * @module
 */

/** Longest type of a node, in UTF-16 units. */
export const FLOW_MAX_TYPE_CHARS = 200;
