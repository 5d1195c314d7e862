/**
 * Caps of the exif pack, beside the byte cap that all packs share.
 * @module
 */

/** Largest file, in bytes (10 MiB). */
export const EXIF_MAX_BYTES = 10_485_760;

/** Most tags of one file. */
export const EXIF_MAX_TAGS = 2000;

/** All values of one file together, in bytes (1 MiB). */
export const EXIF_MAX_VALUE_BYTES = 1_048_576;

/** Most boxes of one HEIC or AVIF file. */
export const EXIF_MAX_BOXES = 10_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const EXIF_CALL_TIMEOUT_MS = 10_000;
