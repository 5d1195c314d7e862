/**
 * Caps of one graph.
 * @module
 */

/** Most nodes of one workflow. */
export const DSL_MAX_NODES = 2000;

/** Most edges of one workflow. */
export const DSL_MAX_EDGES = 10_000;

/** Deepest nesting of lists and objects in one property. */
export const DSL_MAX_DEPTH = 100;

/** Longest id, in UTF-16 units. */
export const DSL_MAX_ID_CHARS = 200;
