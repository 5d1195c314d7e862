/**
 * Reads the XML of documents: no DTD, every reference decoded, names as data.
 * @module
 */
export * from './read-xml.js';
export * from './scan-xml.js';
export * from './walk.js';
export * from './xml-text.js';
