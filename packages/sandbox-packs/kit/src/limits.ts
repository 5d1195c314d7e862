/**
 * Caps that every host pack shares.
 * @module
 */

/** Longest text argument, in UTF-16 units (5 MiB). */
export const PACK_TEXT_MAX_CHARS = 5_242_880;

/** Longest byte argument, in bytes (10 MiB). */
export const PACK_BYTES_MAX = 10_485_760;

/** Longest edge of an image, in pixels. */
export const IMAGE_EDGE_MAX_PIXELS = 16_384;

/** Most pixels of an image: width times height (32 Mi). */
export const IMAGE_AREA_MAX_PIXELS = 33_554_432;
