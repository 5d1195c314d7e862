/**
 * Caps of this pack, each with its unit.
 * @module
 */

/** Longest text a call takes, in UTF-16 units. */
export const MAX_TEXT_CHARS = 5_242_880;
