/**
 * All functions of date-fns, with words instead of those that need `Intl`.
 * @module
 */
export * from 'date-fns';
export { intlFormat, intlFormatDistance } from './intl-stand-ins.js';
