/**
 * Caps of the epub pack; those of archives and XML are shared by all packs.
 * @module
 */

/** Largest book read, in bytes (10 MiB). */
export const EPUB_MAX_BYTES = 10_485_760;

/** Most items of the spine: chapters in reading order. */
export const EPUB_MAX_SPINE_ITEMS = 5000;

/** Most entries of the table of contents. */
export const EPUB_MAX_CONTENTS = 10_000;

/** Most values of the metadata. */
export const EPUB_MAX_METADATA = 2000;

/** Most characters of one chapter's markup (10 Mi). */
export const EPUB_MAX_CHAPTER_CHARS = 10_485_760;

/** Most tags of one chapter. */
export const EPUB_MAX_CHAPTER_TAGS = 400_000;

/** Deepest nesting of a chapter's elements. */
export const EPUB_MAX_DEPTH = 512;

/** Most characters of all texts of one call together (20 Mi); the host's cap on results may come first. */
export const EPUB_MAX_TEXT_CHARS = 20_971_520;

/** Longest separator of chapters, in UTF-16 units. */
export const EPUB_MAX_SEPARATOR_CHARS = 1000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const EPUB_CALL_TIMEOUT_MS = 30_000;
