/**
 * A context over a directory of the disk.
 * @module
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ProcessingContext, Workspace } from '@nodetool-ai/protocol/core';
import { isInside } from '../bridges/workspace/held-directory.node.js';
import { createLocalFiles } from '../bridges/workspace/local-files.node.js';
import { assetMembers, storageOver } from './assets.js';
import { DirectoryAssets } from './directory-assets.node.js';
import { DirectoryWorkspace } from './directory-workspace.node.js';
import { type SecretSource, secretReader } from './secrets.js';

/** What goes beside the files of a directory context. */
export interface DirectoryContextOptions {
  secrets?: SecretSource;
  /** Default: `.assets-<hash of the root>` beside the root. Never inside the root. */
  assetsDir?: string;
}

/** A context over a directory. */
export interface DirectoryContext
  extends Required<
    Pick<
      ProcessingContext,
      'getSecret' | 'assetToSandbox' | 'sandboxToAsset' | 'resolveAssetBytes' | 'createAsset' | 'storage'
    >
  > {
  workspace: Workspace & { readonly localDir: string };
  /** Absolute path of the directory that holds assets and stored bytes; made with the first of them. */
  readonly assetsDir: string;
}

/**
 * Makes a context whose workspace is a directory, made when it is missing. Assets are files `<id>.<ext>` with an
 * `index.json` in a directory outside the root, where no program can reach them by a path.
 *
 * Every file is written beside its place and then renamed, so it is never seen half written. No link inside the root
 * leads out of it. Whoever else may write to the root can still replace files in it; several processes that add assets
 * at the same moment may lose rows of the index.
 *
 * @param root - path of the directory; relative ones start where the process is
 * @throws when `assetsDir` is the root or inside it
 * @example
 * const context = createDirectoryContext('./project', { secrets: (name) => vault.read(name) });
 * await runInSandbox({ code: 'return workspace.list()', context });
 */
export function createDirectoryContext(root: string, options: DirectoryContextOptions = {}): DirectoryContext {
  const localDir = resolve(root);
  mkdirSync(localDir, { recursive: true });
  const assetsDir = options.assetsDir === undefined ? besideRoot(localDir) : resolve(options.assetsDir);
  if (isInside(existingPath(assetsDir), realpathSync(localDir))) {
    throw new Error(
      `assetsDir is inside the root of the context: a program could change what it holds. Name a directory elsewhere`,
    );
  }
  const files = createLocalFiles();
  const workspace = new DirectoryWorkspace(localDir, files);
  const assets = new DirectoryAssets(assetsDir, files);
  return {
    workspace,
    assetsDir,
    getSecret: secretReader(options.secrets),
    ...assetMembers(assets, workspace, (key) => join(localDir, key)),
    storage: storageOver({
      set: (key, bytes) => assets.set(key, bytes),
      get: (key) => assets.stored(key),
    }),
  };
}

function besideRoot(root: string): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(dirname(root), `.assets-${hash}`);
}

/** The path without links, as far as it exists. */
function existingPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return join(existingPath(dirname(path)), basename(path));
}
