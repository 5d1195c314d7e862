/**
 * Both modules of the pack in one, as a program that imports both has them.
 * @module
 */
export { default as dates } from '../src/guest.js';
export { default as locale } from '../src/locale.js';
