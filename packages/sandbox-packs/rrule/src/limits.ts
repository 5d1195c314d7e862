/**
 * The rrule pack has no caps of its own: a guest's run is bounded by its time and memory. This is the library's.
 * @module
 */

/** Last year that a rule reaches. */
export const RRULE_MAX_YEAR = 9999;
