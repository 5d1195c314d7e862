/**
 * The host-module runner of a page.
 * @module
 */
import { createRunner, type HostModuleRunner } from './runner.js';
import { spawnHostWorker } from './spawn.page.js';

/**
 * Creates a runner with a pool of its own. Functions run in the page, a module given by its URL in a worker; a page has
 * no installed packages to look in.
 */
export function createHostModuleRunner(): HostModuleRunner {
  return createRunner({
    spawn: spawnHostWorker,
    resolve: () => undefined,
    advice: 'Pass its functions, or the URL of its host entry, as hostModules',
    importHere: (url) => import(/* @vite-ignore */ /* webpackIgnore: true */ url),
  });
}
