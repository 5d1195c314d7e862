/**
 * The package's entry in Node.
 * @module
 */
import { installPlatform } from './platform.js';
import { nodePlatform } from './platform.node.js';

installPlatform(nodePlatform);

export * from './index.js';
