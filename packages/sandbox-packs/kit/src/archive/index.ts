/**
 * The guard that every ZIP-based file passes before a library sees it.
 * @module
 */
export * from './crc32.js';
export * from './ole.js';
export * from './read-archive.js';
