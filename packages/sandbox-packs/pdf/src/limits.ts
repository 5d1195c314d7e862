/**
 * Caps of the pdf pack, beside the byte cap that all packs share.
 * @module
 */

/** Largest document, in bytes (10 MiB). */
export const PDF_MAX_BYTES = 10_485_760;

/** Most pages of a document. */
export const PDF_MAX_PAGES = 2000;

/** Text of all pages that are asked for, in bytes of UTF-8 (20 MiB). */
export const PDF_MAX_TEXT_BYTES = 20_971_520;

/** Longest password, in UTF-16 units. */
export const PDF_MAX_PASSWORD_CHARS = 1000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const PDF_CALL_TIMEOUT_MS = 60_000;
