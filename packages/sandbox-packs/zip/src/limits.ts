/**
 * Caps of the zip pack.
 * @module
 */

/** Longest archive that is read, in bytes (10 MiB). */
export const ZIP_MAX_ARCHIVE_BYTES = 10_485_760;

/** Most bytes of all files together, once inflated or before they are deflated (50 MiB). */
export const ZIP_MAX_INFLATED_BYTES = 52_428_800;

/** Most entries of one archive. */
export const ZIP_MAX_ENTRIES = 10_000;

/** Deadline of one call in ms; the host's registry states the same number. */
export const ZIP_CALL_TIMEOUT_MS = 30_000;
