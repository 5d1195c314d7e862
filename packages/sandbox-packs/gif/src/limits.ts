/**
 * Caps of the gif pack.
 * @module
 */

/** Longest edge of a frame, in pixels. */
export const GIF_MAX_EDGE = 16_384;

/** Most colours of a palette: an index is one byte. */
export const GIF_MAX_COLORS = 256;
