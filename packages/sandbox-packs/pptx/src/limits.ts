/**
 * Caps of the pptx pack; those of archives and XML are shared by all packs.
 * @module
 */

/** Largest deck read, in bytes (10 MiB). */
export const PPTX_MAX_BYTES = 10_485_760;

/** Most slides of one deck. */
export const PPTX_MAX_SLIDES = 5000;

/** Most characters of all texts together, notes included (20 Mi); the host's cap on results may come first. */
export const PPTX_MAX_TEXT_CHARS = 20_971_520;

/** Deadline of one call in ms; the host's registry states the same number. */
export const PPTX_CALL_TIMEOUT_MS = 30_000;
