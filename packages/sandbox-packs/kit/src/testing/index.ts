export * from './examples.js';
export * from './guest-engine.js';
