/**
 * What is already compiled, and still true: no bundler, no engine, only hashes.
 * @module
 */
import { CompiledModuleCache } from './cache.js';
import type { OutcomeLookup } from './catalog-item.js';

/**
 * Makes a synchronous lookup of compiled modules. It answers `undefined` when a module was never compiled, when any
 * file it was made of has changed, or when a file has appeared that would be found first.
 * @example
 * const outcome = createCachedLookup()({ packDir: '/app/node_modules/my-pack', target: { npm: 'js-yaml' } });
 */
export function createCachedLookup(cache: CompiledModuleCache = new CompiledModuleCache()): OutcomeLookup {
  return ({ packDir, target }) => cache.readForPack(packDir, target)?.outcome;
}
