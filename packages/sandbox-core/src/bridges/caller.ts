/**
 * Bridges that are answered on the caller's thread.
 * @module
 */
import { assetBridges } from './assets.js';
import type { RunBridge } from './bridge.js';
import { capabilityBridges } from './capabilities.js';
import { deliveryBridges } from './deliveries.js';
import { fetchBridges } from './fetch/fetch.js';
import { hostModuleBridges } from './host-modules.js';
import { mediaBridges } from './media/index.js';
import { secretBridges } from './secrets.js';
import { streamBridges } from './stream.js';
import { wasmModuleBridges } from './wasm-modules.js';
import { workspaceBridges } from './workspace/index.js';

/** All of them by path. The functions that a caller injects are not here: they are called by number. */
export const CALLER_BRIDGES: ReadonlyMap<string, RunBridge> = new Map([
  ...capabilityBridges,
  ...wasmModuleBridges,
  ...assetBridges,
  ...deliveryBridges,
  ...fetchBridges,
  ...hostModuleBridges,
  ...mediaBridges,
  ...secretBridges,
  ...streamBridges,
  ...workspaceBridges,
]);
