/**
 * The package's entry in a page.
 * @module
 */
import { installPlatform } from './platform.js';
import { pagePlatform } from './platform.page.js';

installPlatform(pagePlatform);

export * from './index.js';
