/**
 * Host side of host modules: a call goes to the pack's own code in its worker, and ends with the run.
 * @module
 */

import type { HostModuleRunner } from '../modules/host/runner.js';
import { checkHostCall } from '../modules/host-call.js';
import { currentPlatform } from '../platform.js';
import type { BridgeFamily } from './bridge.js';

let shared: HostModuleRunner | undefined;
const sharedRunner = (): HostModuleRunner => {
  shared ??= currentPlatform().createHostModuleRunner();
  return shared;
};

/** The bridge `hostModule(key, exportName, args)`. */
export const hostModuleBridges: BridgeFamily = [
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
      for (const warning of warnings) run.warn(warning);
      return value;
    },
  ],
];
