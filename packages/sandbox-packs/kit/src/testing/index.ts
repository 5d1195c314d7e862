export * from './document-gaps.js';
export * from './examples.js';
export * from './growth.js';
export * from './guest-engine.js';
export * from './host-caller.js';
export * from './mutations.js';
export * from './page-run.js';
export * from './raw-archive.js';
