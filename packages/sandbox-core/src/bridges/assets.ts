/**
 * Host side of `assetToSandbox` and `sandboxToAsset`. The context moves the bytes; which files it may touch is decided
 * here, by the rules of the workspace.
 * @module
 */
import type { AssetRef } from '@nodetool-ai/protocol/core';
import { workspaceKey } from '../context/paths.js';
import { MAX_ASSET_ID_CHARS } from '../limits.js';
import { currentPlatform } from '../platform.js';
import type { BridgeFamily, RunScope } from './bridge.js';
import { askContext, has, requireMember } from './context-call.js';
import { climbs } from './media/locator.js';
import { createWorkspaceAccess } from './workspace/access.js';

/** The bridges `assetToSandbox` and `sandboxToAsset`. */
export const assetBridges: BridgeFamily = [
  ['assetToSandbox', (run, [assetId, path]) => assetToSandbox(run, assetId, path)],
  ['sandboxToAsset', (run, [path]) => sandboxToAsset(run, path)],
];

async function assetToSandbox(run: RunScope, assetId: unknown, given: unknown): Promise<string> {
  const where = 'assetToSandbox';
  requireMember(run, where, where);
  const id = textOf(where, 'assetId', assetId);
  if (id.length > MAX_ASSET_ID_CHARS) {
    throw new TypeError(`${where}: assetId has ${id.length} characters; at most ${MAX_ASSET_ID_CHARS} are accepted`);
  }
  // Assets may be files named by their id.
  if (climbs(id)) throw new TypeError(`${where}: assetId must not hold ".." as a part of a path`);
  const path = await checkedPath(run, where, given);
  const written: unknown = await askContext(run, where, where, (context) => context.assetToSandbox(id, path));
  if (typeof written !== 'string') throw new TypeError(`${where}: the host did not say where the asset is now`);
  return written;
}

async function sandboxToAsset(run: RunScope, given: unknown): Promise<AssetRef> {
  const where = 'sandboxToAsset';
  requireMember(run, where, where);
  const path = await checkedPath(run, where, given);
  const asset: unknown = await askContext(run, where, where, (context) => context.sandboxToAsset(path));
  if (typeof asset !== 'object' || asset === null) throw new TypeError(`${where}: the host gave no asset`);
  const { type, uri, asset_id } = asset as AssetRef;
  // Nothing else of the host's object goes to a guest.
  return { type, uri, asset_id: asset_id ?? null };
}

/**
 * The path as the context gets it: below the root, whatever it looked like. A context that joins it to its directory
 * cannot be led out by `..` or by an absolute path; links are looked at where the files can be.
 */
async function checkedPath(run: RunScope, where: string, given: unknown): Promise<string> {
  const path = textOf(where, 'path', given);
  const { context } = run.options;
  const isHostMode = run.limits.filesystemAccess === 'host';
  const key = isHostMode ? path : workspaceKey(path, currentPlatform().files?.isWindows === true);
  if (key === '') throw new TypeError(`${where}: path must name a file, and this is the root of the workspace`);
  if (isHostMode || has(context, 'workspace') || has(context, 'resolveWorkspacePath')) {
    await run.own(createWorkspaceAccess).check({ name: where, paths: [path] });
  }
  return key;
}

/** A lone surrogate becomes U+FFFD on a disk: two names would be one file. */
function textOf(where: string, what: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0') && !/\p{Surrogate}/u.test(value)) return value;
  throw new TypeError(`${where}: ${what} must be a string that is not empty, without NUL and half surrogate pairs`);
}
