/**
 * Caps of the twilio pack.
 * @module
 */

/** Longest form body, in UTF-16 units after encoding (1 MiB). */
export const TWILIO_MAX_BODY_CHARS = 1_048_576;

/** Longest finished URL, in UTF-16 units. */
export const TWILIO_MAX_URL_CHARS = 65_536;

/** Deadline of one call in ms; the host's registry states the same number. */
export const TWILIO_CALL_TIMEOUT_MS = 5000;
