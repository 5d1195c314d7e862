/**
 * Caps of the tokens pack.
 * @module
 */

/** Longest text, in UTF-16 units (5 MiB). */
export const TOKENS_MAX_TEXT_CHARS = 5_242_880;

/** Most ids given back by `encode` and taken by `decode`. */
export const TOKENS_MAX_IDS = 2_000_000;

/** Most bytes of text that `decode` puts together. */
export const TOKENS_MAX_DECODED_BYTES = 10_485_760;

/** Deadline of one call in ms; the host's registry states the same number. */
export const TOKENS_CALL_TIMEOUT_MS = 20_000;
