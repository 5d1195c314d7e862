/**
 * Bridges that are answered on the caller's thread.
 * @module
 */
import type { RunBridge } from './bridge.js';
import { capabilityBridges } from './capabilities.js';
import { deliveryBridges } from './deliveries.js';
import { fetchBridges } from './fetch/fetch.js';
import { hostModuleBridges } from './host-modules.js';
import { secretBridges } from './secrets.js';
import { workspaceBridges } from './workspace/index.js';
import { wasmModuleBridges } from './wasm-modules.js';
import { streamBridges } from './stream.js';

/** All of them by path. The functions that a caller injects are not here: they are called by number. */
export const CALLER_BRIDGES: ReadonlyMap<string, RunBridge> = new Map([
  ...capabilityBridges,
  ...wasmModuleBridges,
  ...deliveryBridges,
  ...fetchBridges,
  ...hostModuleBridges,
  ...secretBridges,
  ...workspaceBridges,
  ...streamBridges,
]);
