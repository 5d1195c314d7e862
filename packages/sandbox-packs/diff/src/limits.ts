/**
 * Caps of the diff pack.
 * @module
 */

/** Longest text of one side, in UTF-16 units (5 MiB). */
export const DIFF_MAX_TEXT_CHARS = 5_242_880;

/** Longest name of a side, in UTF-16 units. */
export const DIFF_MAX_NAME_CHARS = 1024;

/** Most lines of context around a change; larger numbers are clamped. */
export const DIFF_MAX_CONTEXT_LINES = 100;

/** Longest search for the differences, in ms. */
export const DIFF_SEARCH_TIMEOUT_MS = 10_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const DIFF_CALL_TIMEOUT_MS = 15_000;
