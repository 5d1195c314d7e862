/**
 * Makes a folder together with those above it.
 * @module
 */
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes `path` and the folders above it; resolves with its real path. Fails with the error of the operating system.
 *
 * `mkdir` of Node with `recursive` never returns where the system answers ENOENT although the folder above exists,
 * as it does below `/proc`. Here each folder is tried once.
 */
export async function makeFolder(path: string): Promise<string> {
  const missing: string[] = [];
  let at = resolve(path);
  while (!(await isFolder(at))) {
    missing.push(at);
    at = dirname(at);
  }
  for (const folder of missing.reverse()) {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // Another node made it in the meantime.
    });
  }
  return realpath(path);
}

/** False when nothing is there; fails for what is there and no folder. The root always is one. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
  throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
}
