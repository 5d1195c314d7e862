/**
 * The guard that every ZIP-based file passes before a library sees it, and the writer of archives.
 * @module
 */
export * from './crc32.js';
export * from './entry-path.js';
export * from './ole.js';
export * from './read-archive.js';
export * from './write-archive.js';
