/**
 * Caps of the pdflib pack, beside the byte cap that all packs share.
 * @module
 */

/** Most pages of a document that is built. */
export const PDFLIB_MAX_PAGES = 200;

/** Longest side of a page that is built, in points. */
export const PDFLIB_MAX_SIDE_POINTS = 8192;

/** Most items of all pages. */
export const PDFLIB_MAX_ITEMS = 20_000;

/** All texts of one document together, in UTF-16 units (1 MiB). */
export const PDFLIB_MAX_TEXT_CHARS = 1_048_576;

/** Largest image, font or document passed in, in bytes (10 MiB). */
export const PDFLIB_MAX_FILE_BYTES = 10_485_760;

/** All images and fonts, or all documents to merge, together, in bytes (50 MiB). */
export const PDFLIB_MAX_TOTAL_BYTES = 52_428_800;

/** Most fonts passed in. */
export const PDFLIB_MAX_FONTS = 20;

/** Most documents of one merge. */
export const PDFLIB_MAX_DOCUMENTS = 200;

/** Most pages of one merge. */
export const PDFLIB_MAX_MERGED_PAGES = 5000;

/** Largest packed stream of a document to merge once it is unpacked, in bytes (50 MiB). */
export const PDFLIB_MAX_STREAM_BYTES = 52_428_800;

/** Deadline of one call in ms; the host's registry states the same number. */
export const PDFLIB_CALL_TIMEOUT_MS = 30_000;
