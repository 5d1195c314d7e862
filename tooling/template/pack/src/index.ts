export * from './guest.js';
export { default } from './guest.js';
