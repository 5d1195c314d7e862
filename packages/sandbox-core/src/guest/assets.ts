/**
 * `assetToSandbox` and `sandboxToAsset`.
 * @module
 */
import type { GuestBridge } from './bridge.js';
import { ObjectFreeze } from './primordials.js';

/** Makes `assetToSandbox`: copies an asset into the workspace. */
export function createAssetToSandbox(bridge: GuestBridge): (assetId: unknown, path: unknown) => Promise<unknown> {
  return ObjectFreeze((assetId: unknown, path: unknown) =>
    bridge.call('assetToSandbox', [textOrNone(assetId), textOrNone(path)]),
  );
}

/** Makes `sandboxToAsset`: saves a file of the workspace as an asset. */
export function createSandboxToAsset(bridge: GuestBridge): (path: unknown) => Promise<unknown> {
  return ObjectFreeze((path: unknown) => bridge.call('sandboxToAsset', [textOrNone(path)]));
}

/** Anything but a text goes out as the empty one, which the host refuses: nothing else of a program's is read. */
function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
