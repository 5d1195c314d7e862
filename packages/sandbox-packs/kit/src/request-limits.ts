/**
 * Caps of the packs that build requests.
 * @module
 */

/** Longest body of a built request, in UTF-16 units (1 MiB). */
export const REQUEST_MAX_BODY_CHARS = 1_048_576;

/** Longest finished URL, in UTF-16 units. */
export const REQUEST_MAX_URL_CHARS = 65_536;

/** Most parameters of a query or a form, items of lists counted. */
export const REQUEST_MAX_PAIRS = 10_000;

/** Most levels of a JSON body. */
export const REQUEST_MAX_JSON_DEPTH = 1000;

/** Longest path, host, table name and the like, in UTF-16 units. */
export const REQUEST_MAX_NAME_CHARS = 2048;

/** Longest token, key or password, in UTF-16 units. */
export const REQUEST_MAX_SECRET_CHARS = 8192;
