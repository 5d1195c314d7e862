/**
 * Caps of the aws pack.
 * @module
 */

/** Longest body that is hashed, in bytes; text counts as UTF-8 (10 MiB). */
export const AWS_MAX_BODY_BYTES = 10_485_760;

/** Longest URL, before and after signing, in UTF-16 units. */
export const AWS_MAX_URL_CHARS = 65_536;

/** Most headers of one request. */
export const AWS_MAX_HEADERS = 100;

/** Longest value of a header, in UTF-16 units. */
export const AWS_MAX_HEADER_CHARS = 8192;

/** Longest life of a presigned URL, in seconds (7 days); longer ones are clamped. */
export const AWS_MAX_EXPIRES_SECONDS = 604_800;

/** Deadline of one call in ms; the host's registry states the same number. */
export const AWS_CALL_TIMEOUT_MS = 5000;
