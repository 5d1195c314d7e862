/**
 * Caps of the supabase pack.
 * @module
 */

/** Longest JSON body, in UTF-16 units (1 MiB). */
export const SUPABASE_MAX_BODY_CHARS = 1_048_576;

/** Longest finished URL, in UTF-16 units. */
export const SUPABASE_MAX_URL_CHARS = 65_536;

/** Largest `limit` and `offset`. */
export const SUPABASE_MAX_ROW_NUMBER = 1_000_000_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const SUPABASE_CALL_TIMEOUT_MS = 5000;
