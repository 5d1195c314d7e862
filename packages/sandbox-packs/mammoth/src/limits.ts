/**
 * Caps of the mammoth pack; those of archives and XML are shared by all packs.
 * @module
 */

/** Largest document read, in bytes (10 MiB). */
export const MAMMOTH_MAX_BYTES = 10_485_760;

/** Most elements of all parts together; the library holds about 1 KiB for each. */
export const MAMMOTH_MAX_ELEMENTS = 300_000;

/** Most attributes of one element; the library's time grows with their square. */
export const MAMMOTH_MAX_ATTRIBUTES = 1000;

/** Most characters of a result, inlined images included (16 MiB). */
export const MAMMOTH_MAX_RESULT_CHARS = 16_777_216;

/** Most bytes of all inlined images together (10 MiB); further images are dropped with a warning. */
export const MAMMOTH_MAX_IMAGES_BYTES = 10_485_760;

/** Most different warnings of one call; further ones are counted. */
export const MAMMOTH_MAX_WARNINGS = 20;

/** Deadline of one call in ms; the host's registry states the same number. */
export const MAMMOTH_CALL_TIMEOUT_MS = 30_000;
