/**
 * The part of the protocol that one run needs. It loads no schema library, which would take longer than a run.
 * @module
 */
export * from './context.js';
export * from './delivery.js';
export * from './error-codes.js';
export * from './host-modules.js';
export * from './limits.js';
export * from './module-catalog.js';
export * from './modules.js';
export * from './run.js';
export * from './wasm-modules.js';
