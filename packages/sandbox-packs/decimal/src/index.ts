export * from 'decimal.js';
export { default } from 'decimal.js';
