export * from './errors.js';
export * from './image-header.js';
export * from './limits.js';
export * from './load-library.js';
export * from './plain-calls.js';
export * from './readers.js';
