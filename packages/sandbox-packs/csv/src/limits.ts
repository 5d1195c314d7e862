/**
 * Caps of the csv pack, beside the text cap that all packs share.
 * @module
 */

/** Most cells read or written in one call. */
export const CSV_MAX_CELLS = 1_000_000;

/** Most columns of one row. */
export const CSV_MAX_COLUMNS = 10_000;

/** Longest CSV text, in UTF-16 units (5 MiB). */
export const CSV_MAX_TEXT_CHARS = 5_242_880;

/** Deadline of one call in ms; the host's registry states the same number. */
export const CSV_CALL_TIMEOUT_MS = 20_000;
