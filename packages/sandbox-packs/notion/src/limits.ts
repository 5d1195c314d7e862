/**
 * Caps of the notion pack.
 * @module
 */

/** Longest JSON body, in UTF-16 units (1 MiB). */
export const NOTION_MAX_BODY_CHARS = 1_048_576;

/** Longest finished URL, in UTF-16 units. */
export const NOTION_MAX_URL_CHARS = 65_536;

/** Most blocks of one `toMarkdown`, children included. */
export const NOTION_MAX_BLOCKS = 10_000;

/** Most levels of nested blocks. */
export const NOTION_MAX_DEPTH = 50;

/** Most items and further lines of rich text in one call. */
export const NOTION_MAX_TEXT_ITEMS = 100_000;

/** Longest text that `plainText` and `toMarkdown` give, in UTF-16 units (1 MiB). */
export const NOTION_MAX_TEXT_CHARS = 1_048_576;

/** Deadline of one call in ms; the host's registry states the same number. */
export const NOTION_CALL_TIMEOUT_MS = 5000;
