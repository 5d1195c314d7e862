/**
 * Caps of the xml pack.
 * @module
 */

/** Longest XML text, in UTF-16 units (5 MiB). */
export const XML_MAX_TEXT_CHARS = 5_242_880;

/** Deepest nesting of elements. */
export const XML_MAX_DEPTH = 256;

/** Most elements, attributes and pieces of text of one document. */
export const XML_MAX_NODES = 1_000_000;

/** Most characters that the entities of a document type may expand to. */
export const XML_MAX_EXPANDED_CHARS = 100_000;

/** Most entities that a document type may declare. */
export const XML_MAX_ENTITIES = 1000;

/** Most paths in `arrays`. */
export const XML_MAX_ARRAY_PATHS = 1000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const XML_CALL_TIMEOUT_MS = 20_000;
