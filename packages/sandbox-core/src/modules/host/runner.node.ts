/**
 * The host-module runner of a Node process.
 * @module
 */
import { resolveHostModule } from './resolve.node.js';
import { createRunner, type HostModuleRunner } from './runner.js';
import { spawnHostWorker } from './spawn.node.js';

/** Options of {@link createHostModuleRunner}. */
export interface HostModuleRunnerOptions {
  /** Workers; default 2, clamped to 1…8. */
  poolSize?: number;
  /** Where packages are resolved from, such as the application's `import.meta.url`; default: the started program, the
   * working directory, this package. */
  from?: string | URL;
}

/**
 * Creates a runner with a pool of its own. Workers start on first use, and idle ones do not keep the process alive.
 * @example
 * const runner = createHostModuleRunner();
 * const { value } = await runner.callHostFunction({
 *   hostId: 'csv', exportName: 'parse', args: ['a\n1\n'], signal: new AbortController().signal,
 * });
 */
export function createHostModuleRunner(options: HostModuleRunnerOptions = {}): HostModuleRunner {
  return createRunner(
    {
      spawn: spawnHostWorker,
      resolve: (packName) => resolveHostModule(packName, options.from),
      importHere: (url) => import(url),
    },
    options.poolSize,
  );
}
