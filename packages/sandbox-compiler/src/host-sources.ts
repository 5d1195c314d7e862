/**
 * Where the host code of installed first-party packs is.
 * @module
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInside } from './pack-files.js';
import type { DiscoveredPack } from './read-pack.js';

/**
 * URL of the `./host` entry by host id, ready for `hostModules` of `runInSandbox`.
 *
 * Only packs of the application itself, its workspace and what it was shipped with count; a pack found in a search path
 * gives nothing. A pack without a built host entry is left out: calling it fails as unavailable.
 *
 * @example
 * const { catalog, packs } = await compilePacks({ cwd: process.cwd() });
 * const run = await runInSandbox({ code, modules: catalog.resolveForExecution(wanted), hostModules: hostModuleSources(packs) });
 */
export function hostModuleSources(packs: readonly DiscoveredPack[]): Record<string, URL> {
  const sources: Record<string, URL> = Object.create(null);
  for (const { dir, packName, modules, trusted } of packs) {
    if (!trusted) continue;
    for (const { entry } of modules) {
      if (entry.kind !== 'host') continue;
      try {
        const path = realpathSync(createRequire(join(dir, 'package.json')).resolve(`${packName}/host`));
        if (isInside(dir, path)) sources[entry.host] = pathToFileURL(path);
      } catch {
        // Not built or not exported: there is no host code to offer.
      }
    }
  }
  return sources;
}
