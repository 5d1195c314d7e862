export { MAX_TEXT_CHARS } from './limits.js';
