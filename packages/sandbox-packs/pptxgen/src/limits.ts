/**
 * Caps of the pptxgen pack.
 * @module
 */

/** Most slides of one deck. */
export const PPTXGEN_MAX_SLIDES = 200;

/** Most items of one slide. */
export const PPTXGEN_MAX_ITEMS = 500;

/** Most cells of all tables together, short rows filled up. */
export const PPTXGEN_MAX_CELLS = 25_000;

/** Most columns of one table; PowerPoint makes no wider ones. */
export const PPTXGEN_MAX_COLUMNS = 75;

/** Most characters of all texts together (5 MiB). */
export const PPTXGEN_MAX_TEXT_CHARS = 5_242_880;

/** Most lines of all texts together, one at least for every text. */
export const PPTXGEN_MAX_LINES = 200_000;

/** Most images of one deck. */
export const PPTXGEN_MAX_IMAGES = 1000;

/** Most bytes of one image (10 MiB). */
export const PPTXGEN_MAX_IMAGE_BYTES = 10_485_760;

/** Most bytes of all images together (50 MiB). */
export const PPTXGEN_MAX_IMAGES_BYTES = 52_428_800;

/** Largest deck written, in bytes (64 MiB). */
export const PPTXGEN_MAX_OUTPUT_BYTES = 67_108_864;

/** Deadline of one call in ms; the host's registry states the same number. */
export const PPTXGEN_CALL_TIMEOUT_MS = 30_000;
