/** Where the packages of the workspace are. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose direct children are published packages. */
const published = ['packages', 'packages/sandbox-packs'];

/** Folders whose direct children may be packages that stay in this repository. */
const internal = ['tooling'];

/**
 * Folders of every package, relative to the root and sorted.
 * @param {string} root
 */
export function packageFolders(root) {
  const folders = [...published, ...internal].flatMap((parent) => children(root, parent));
  for (const single of ['docs', 'examples']) if (existsSync(join(root, single, 'package.json'))) folders.push(single);
  return folders.sort();
}

/**
 * Folders of the packages that are published.
 * @param {string} root
 */
export function publishedFolders(root) {
  return published.flatMap((parent) => children(root, parent)).sort();
}

/**
 * @param {string} root
 * @param {string} parent
 */
function children(root, parent) {
  const folder = join(root, parent);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => `${parent}/${name}`)
    .filter((child) => existsSync(join(root, child, 'package.json')));
}
