/**
 * The qr pack has no caps of its own: these are the bounds of a QR code.
 * @module
 */

/** Most bytes in one code: version 40 with error correction L. A text counts by its UTF-8 bytes. */
export const QR_MAX_BYTES = 2953;

/** Most digits in one code of digits only. */
export const QR_MAX_DIGITS = 7089;

/** Largest version: 177 modules per edge. */
export const QR_MAX_VERSION = 40;

/** Light modules around the code that the standard asks for; the library's own default is 1. */
export const QR_QUIET_ZONE = 4;
