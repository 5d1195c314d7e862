/**
 * Host side of host modules: a call goes to the pack's own code in its worker, and ends with the run.
 * @module
 */

import type { HostModuleRunner } from '../modules/host/runner.js';
import { checkHostCall } from '../modules/host-call.js';
import { currentPlatform } from '../platform.js';
import type { RunBridges, RunScope } from './bridge.js';

let shared: HostModuleRunner | undefined;
const sharedRunner = (): HostModuleRunner => {
  shared ??= currentPlatform().createHostModuleRunner();
  return shared;
};

/** Warnings of host modules that are passed on per run: a program can have them made by the thousand. */
const MAX_WARNINGS = 100;

class HostWarnings {
  private left = MAX_WARNINGS;

  constructor(private readonly run: RunScope) {}

  pass(warnings: readonly string[]): void {
    for (const warning of warnings.slice(0, this.left)) this.run.warn(warning);
    this.left -= Math.min(this.left, warnings.length);
  }
}

const createWarnings = (run: RunScope): HostWarnings => new HostWarnings(run);

/** The bridge `hostModule(key, exportName, args)`. */
export const hostModuleBridges: RunBridges = [
  [
    'hostModule',
    async (run, [key, exportName, args], { signal }) => {
      const checked = checkHostCall(run.plan, key, exportName, args);
      if (checked.error !== undefined) throw new TypeError(checked.error);
      const { id } = checked.module.row;
      const { hostModules } = run.options;
      const { value, warnings } = await sharedRunner().callHostFunction({
        source: hostModules !== undefined && Object.hasOwn(hostModules, id) ? hostModules[id] : undefined,
        hostId: id,
        exportName: checked.exportName,
        args: checked.args,
        signal,
        owner: run,
      });
      run.own(createWarnings).pass(warnings);
      return value;
    },
  ],
];
