/**
 * Caps that every host pack shares.
 * @module
 */

/** Longest text argument, in UTF-16 units (5 MiB). */
export const PACK_TEXT_MAX_CHARS = 5_242_880;

/** Longest byte argument, in bytes (10 MiB). */
export const PACK_BYTES_MAX = 10_485_760;

/** Longest edge of an image, in pixels. */
export const IMAGE_EDGE_MAX_PIXELS = 16_384;

/** Most pixels of an image: width times height (32 Mi). */
export const IMAGE_AREA_MAX_PIXELS = 33_554_432;

/** Most entries of one archive, directories included. */
export const PACK_ARCHIVE_MAX_ENTRIES = 10_000;

/** Most bytes that all entries of one archive may have together once inflated (50 MiB). */
export const PACK_INFLATED_BYTES_MAX = 52_428_800;

/** Deepest nesting of elements of an XML text. */
export const PACK_XML_MAX_DEPTH = 256;

/** Most elements, attributes and pieces of text of one XML tree. */
export const PACK_XML_MAX_NODES = 1_000_000;
