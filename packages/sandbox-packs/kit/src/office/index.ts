/**
 * What the packs that write office documents share: fields of elements, text and images under caps, packages with
 * fixed times.
 * @module
 */
export * from './document-date.js';
export * from './document-images.js';
export * from './document-text.js';
export * from './settle-package.js';
