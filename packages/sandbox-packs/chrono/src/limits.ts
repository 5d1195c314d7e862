/**
 * Caps of the chrono pack.
 * @module
 */

/** Longest text, in UTF-16 units. */
export const CHRONO_MAX_TEXT_CHARS = 200_000;

/** Most hits of one call of `parse`. */
export const CHRONO_MAX_HITS = 5000;

/** Largest distance of a zone from UTC, in minutes: 14 hours. */
export const CHRONO_MAX_ZONE_MINUTES = 840;

/** Longest run of digits or of white space that a hit may contain; longer ones are no part of a date. */
export const CHRONO_MAX_RUN_CHARS = 16;

/** Deadline of one call in ms; the host's registry states the same number. */
export const CHRONO_CALL_TIMEOUT_MS = 10_000;
