/**
 * What a page takes from a server of modules.
 * @module
 */
const MIB = 1024 * 1024;

/** Largest index, in bytes. */
export const MAX_INDEX_BYTES = 8 * MIB;
/** Largest JavaScript file, in bytes. */
export const MAX_SCRIPT_BYTES = MIB;
/** Files that are fetched at the same time. */
export const FETCH_CONCURRENCY = 6;
/** Checked files that a page keeps; those that came first go first. */
export const MAX_KEPT_FILES = 512;
/** Bytes of these files together. */
export const MAX_KEPT_BYTES = 32 * MIB;
/** UTF-16 units of a specifier that a message shows. */
export const SHOWN_SPECIFIER_CHARS = 100;
