/**
 * What the generated modules share.
 * @module
 */
export { node } from './node.js';
export { workflow } from './workflow.js';
