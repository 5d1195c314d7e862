/**
 * Caps of the fabric pack, beside those of text, bytes and pictures that all packs share.
 * @module
 */

/** Longest edge of a scene, in pixels. */
export const FABRIC_MAX_EDGE_PIXELS = 8192;

/** Most pixels of a drawn picture: width × height × multiplier². */
export const FABRIC_MAX_PIXELS = 33_554_432;

/** Largest multiplier. */
export const FABRIC_MAX_MULTIPLIER = 4;

/** Most objects of a scene, or elements of an SVG with its `use` elements filled in. */
export const FABRIC_MAX_OBJECTS = 5000;

/** Deepest nesting of groups and clip paths. */
export const FABRIC_MAX_DEPTH = 32;

/** Longest path, in characters or in array items. */
export const FABRIC_MAX_PATH_CHARS = 1_048_576;

/** Most text of a scene, in UTF-16 units. */
export const FABRIC_MAX_TEXT_CHARS = 100_000;

/** Most pixels of all pictures inside a scene. */
export const FABRIC_MAX_IMAGE_PIXELS = 33_554_432;

/** Most points, dashes, stops and other small values of a scene. */
export const FABRIC_MAX_VALUES = 1_000_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const FABRIC_CALL_TIMEOUT_MS = 30_000;
