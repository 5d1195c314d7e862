export * from './examples.js';
export * from './growth.js';
export * from './guest-engine.js';
