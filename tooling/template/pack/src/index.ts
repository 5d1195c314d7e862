export * from './guest.js';
