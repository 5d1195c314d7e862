/**
 * Caps of the docx pack.
 * @module
 */

/** Most elements of one document. */
export const DOCX_MAX_ELEMENTS = 20_000;

/** Most items of all lists together. */
export const DOCX_MAX_LIST_ITEMS = 50_000;

/** Most cells of all tables together, short rows filled up. */
export const DOCX_MAX_CELLS = 250_000;

/** Most columns of one table; Word opens no wider ones. */
export const DOCX_MAX_COLUMNS = 63;

/** Most characters of all texts together (5 MiB). */
export const DOCX_MAX_TEXT_CHARS = 5_242_880;

/** Most lines of all texts together. */
export const DOCX_MAX_LINES = 1_000_000;

/** Most images of one document. */
export const DOCX_MAX_IMAGES = 200;

/** Most bytes of one image (10 MiB). */
export const DOCX_MAX_IMAGE_BYTES = 10_485_760;

/** Most bytes of all images together (50 MiB). */
export const DOCX_MAX_IMAGES_BYTES = 52_428_800;

/** Largest document written, in bytes (64 MiB). */
export const DOCX_MAX_OUTPUT_BYTES = 67_108_864;

/** Deadline of one call in ms; the host's registry states the same number. */
export const DOCX_CALL_TIMEOUT_MS = 30_000;
