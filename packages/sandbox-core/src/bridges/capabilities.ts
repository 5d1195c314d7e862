/**
 * Host side of capability modules: a call goes to the function that the host mounted.
 * @module
 */
import { nameValue } from '../modules/name-value.js';
import type { BridgeFamily } from './bridge.js';

/** The bridge `capability(key, exportName, args)`. All three come from the guest, which may hold the dispatcher. */
export const capabilityBridges: BridgeFamily = [
  [
    'capability',
    (run, [key, exportName, args]) => {
      const exports = typeof key === 'string' ? run.plan.capabilities.get(key) : undefined;
      const { capabilities } = run.options;
      if (exports === undefined || capabilities === undefined) {
        throw new TypeError(`${nameValue(key)} is not a capability module mounted for this run`);
      }
      const where = `capability module "${key}"`;
      if (typeof exportName !== 'string' || !exports.has(exportName)) {
        const names = [...exports].join(', ');
        throw new TypeError(`${where} has no export named ${nameValue(exportName)}; it has ${names}`);
      }
      if (!Array.isArray(args)) {
        throw new TypeError(`${where}: "${exportName}" was called with a non-list argument: ${nameValue(args)}`);
      }
      return capabilities.call(key as string, exportName, args);
    },
  ],
];
