/**
 * The package's entry in Node.
 * @module
 */
import { installPlatform } from './platform.js';
import { nodePlatform } from './platform.node.js';

installPlatform(nodePlatform);

export {
  createDirectoryContext,
  type DirectoryContext,
  type DirectoryContextOptions,
} from './context/directory-context.node.js';
export * from './index.js';
