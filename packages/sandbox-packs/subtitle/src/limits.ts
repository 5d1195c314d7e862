/**
 * Caps of the subtitle pack.
 * @module
 */

/** Longest text read or written, in UTF-16 units (5 MiB). */
export const SUBTITLE_MAX_TEXT_CHARS = 5_242_880;

/** Most cues read or written in one call. */
export const SUBTITLE_MAX_CUES = 100_000;

/** Latest moment, in ms (999 999 hours, 59 minutes and 59.999 seconds). */
export const SUBTITLE_MAX_TIME_MS = 3_599_999_999_999;

/** Longest settings of one cue, in UTF-16 units. */
export const SUBTITLE_MAX_SETTINGS_CHARS = 1000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const SUBTITLE_CALL_TIMEOUT_MS = 10_000;
