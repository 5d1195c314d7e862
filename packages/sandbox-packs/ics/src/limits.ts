/**
 * Caps of the ics pack.
 * @module
 */

/** Most events of one calendar. */
export const ICS_MAX_EVENTS = 1000;

/** Most attendees of one event. */
export const ICS_MAX_ATTENDEES = 100;

/** Most alarms of one event. */
export const ICS_MAX_ALARMS = 100;

/** Most categories, and most exclusion dates, of one event. */
export const ICS_MAX_LIST_ITEMS = 1000;

/** Largest number of weeks, days, hours, minutes or seconds of a duration, and of guests of an attendee. */
export const ICS_MAX_NUMBER = 1_000_000;

/** All texts of one call together, in UTF-16 units (1 MiB). */
export const ICS_MAX_TEXT_CHARS = 1_048_576;

/** Longest line of the result in bytes of UTF-8, without its line break (RFC 5545, 3.1). */
export const ICS_MAX_LINE_BYTES = 75;

/** Deadline of one call in ms; the host's registry states the same number. */
export const ICS_CALL_TIMEOUT_MS = 10_000;
