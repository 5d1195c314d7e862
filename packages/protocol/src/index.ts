export * from './core.js';
export * from './graph.js';
export * from './messages.js';
export * from './nodes.js';
export * from './pack-manifest.js';
