/**
 * Caps of the ocr pack, beside those of bytes and pictures that all packs share.
 * @module
 */

/** Most words of one answer. */
export const OCR_MAX_WORDS = 20_000;

/** Most languages of one call. */
export const OCR_MAX_LANGUAGES = 4;

/** Largest data of one language on the host, in bytes, unpacked (64 MiB). */
export const OCR_MAX_LANGUAGE_BYTES = 67_108_864;

/** Most engines kept at the same time. */
export const OCR_MAX_ENGINES = 2;

/** How long an engine waits for its next call, in ms. */
export const OCR_ENGINE_IDLE_MS = 60_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const OCR_CALL_TIMEOUT_MS = 60_000;
