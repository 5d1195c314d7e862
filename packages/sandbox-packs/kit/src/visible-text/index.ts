/**
 * Text of HTML trees, the same in every pack that reads HTML. Only the types of domhandler are needed.
 * @module
 */
export * from './tree.js';
export * from './visible-text.js';
