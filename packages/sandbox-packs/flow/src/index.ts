export { callNode, streamNode } from './outside.js';
