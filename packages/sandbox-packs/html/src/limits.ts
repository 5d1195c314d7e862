/**
 * Caps of the html pack.
 * @module
 */

/** Longest HTML text, in UTF-16 units (5 MiB). */
export const HTML_MAX_TEXT_CHARS = 5_242_880;

/** Deepest nesting of the text's own elements; the libraries overflow the stack near 20 000. */
export const HTML_MAX_DEPTH = 512;

/** Most elements a text may make; the parser's repairs can make many more than the text has tags. */
export const HTML_MAX_ELEMENTS = 300_000;

/** Most elements `toMarkdown` converts: its library builds a second, larger tree. */
export const HTML_MAX_MARKDOWN_ELEMENTS = 100_000;

/** Most items an extractor gives; more are left out with a warning. */
export const HTML_MAX_ITEMS = 1000;

/** Most matches `select` gives; `limit` is clamped to it. */
export const HTML_MAX_MATCHES = 1000;

/** Longest selector, in UTF-16 units. */
export const HTML_MAX_SELECTOR_CHARS = 4096;

/** Most characters of all results of one call together (5 MiB). */
export const HTML_MAX_RESULT_CHARS = 5_242_880;

/** Deadline of one call in ms; the host's registry states the same number. */
export const HTML_CALL_TIMEOUT_MS = 20_000;
