/**
 * Where packs are looked for, in order.
 * @module
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { globSync } from 'tinyglobby';

/** One place to look for packs. */
export interface PackRoot {
  /** A folder of packages, like `node_modules`; or one package's own folder when `single` is set. */
  dir: string;
  kind: 'installed' | 'shipped' | 'workspace';
  /** True when host code may come from what is found here: the application's own installation and workspace. */
  trusted: boolean;
  single?: boolean;
}

/** What decides the roots. */
export interface PackRootsOptions {
  /** Folder of the application; default the working directory. */
  cwd?: string;
  /** Replaces the list: folders of packages, as with `--pack-search-path`. */
  searchPaths?: readonly string[];
  /** Environment; default `process.env`. */
  env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The roots of discovery: `NODETOOL_OPTIONAL_NODE_MODULES`, `NODETOOL_PACK_SEARCH_PATHS`, the package and workspace
 * around `cwd`, every `node_modules` from `cwd` upward, and last the packs that came with the application
 * (`NODETOOL_SHIPPED_PACKS_DIR`, else those installed beside this package). A folder is listed once.
 * @example
 * packRoots({ searchPaths: ['packs'] }); // [{ dir: '/app/packs', kind: 'installed', trusted: false }]
 */
export function packRoots(options: PackRootsOptions = {}): PackRoot[] {
  const env = options.env ?? process.env;
  const cwd = resolve(options.cwd ?? process.cwd());
  const roots: PackRoot[] = [];
  if (options.searchPaths) {
    for (const dir of options.searchPaths) roots.push({ dir: resolve(cwd, dir), kind: 'installed', trusted: false });
    return unique(roots);
  }
  const optional = env['NODETOOL_OPTIONAL_NODE_MODULES'];
  if (optional) roots.push({ dir: resolve(cwd, optional), kind: 'installed', trusted: false });
  for (const dir of splitPaths(env['NODETOOL_PACK_SEARCH_PATHS'])) {
    roots.push({ dir: resolve(cwd, dir), kind: 'installed', trusted: false });
  }
  for (const dir of workspaceMembers(cwd)) roots.push({ dir, kind: 'workspace', trusted: true, single: true });
  for (const dir of nodeModulesUpward(cwd)) roots.push({ dir, kind: 'installed', trusted: true });
  const shipped = env['NODETOOL_SHIPPED_PACKS_DIR'];
  for (const dir of shipped ? [resolve(cwd, shipped)] : shippedRoots()) {
    roots.push({ dir, kind: 'shipped', trusted: true });
  }
  return unique(roots);
}

/** The package that `cwd` lies in, and those of its workspace: pnpm's list, or `workspaces` of a package.json. */
export function workspaceMembers(cwd: string): string[] {
  const own = upward(cwd).find((dir) => existsSync(join(dir, 'package.json')));
  for (const dir of upward(cwd)) {
    const patterns = workspacePatterns(dir);
    if (!patterns) continue;
    return [...(own === undefined ? [] : [own]), dir, ...memberFolders(dir, patterns)];
  }
  return own === undefined ? [] : [own];
}

function memberFolders(dir: string, patterns: string[]): string[] {
  try {
    const files = globSync(
      patterns.map((pattern) => `${pattern.replace(/\/+$/, '')}/package.json`),
      {
        cwd: dir,
        absolute: true,
        ignore: ['**/node_modules/**'],
        followSymbolicLinks: false,
        expandDirectories: false,
      },
    );
    return files.map((file) => dirname(file)).sort();
  } catch {
    return []; // a pattern that no package manager would take either
  }
}

function workspacePatterns(dir: string): string[] | undefined {
  try {
    const text = readFileSync(join(dir, 'pnpm-workspace.yaml'), 'utf8');
    const list = (load(text) as { packages?: unknown } | undefined)?.packages;
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
  } catch {
    // No such file, or one that pnpm itself would refuse: look for the other form.
  }
  try {
    const { workspaces } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { workspaces?: unknown };
    const list = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages;
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
  } catch {
    return undefined;
  }
}

function shippedRoots(): string[] {
  const own = dirname(dirname(fileURLToPath(import.meta.url)));
  // In this repository the packs lie beside the compiler; installed, they lie in the node_modules around it.
  return [join(dirname(own), 'sandbox-packs'), ...nodeModulesUpward(own)];
}

function nodeModulesUpward(from: string): string[] {
  return upward(from)
    .map((dir) => (basename(dir) === 'node_modules' ? dir : join(dir, 'node_modules')))
    .filter((dir) => isFolder(dir));
}

function upward(from: string): string[] {
  const dirs = [from];
  for (let dir = from; dirname(dir) !== dir; dir = dirname(dir)) dirs.push(dirname(dir));
  return dirs;
}

function splitPaths(list: string | undefined): string[] {
  const separator = process.platform === 'win32' ? /[,;]/ : /[,;:]/;
  return (list ?? '')
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isFolder(dir: string): boolean {
  return existsSync(dir) && statSync(dir).isDirectory();
}

function unique(roots: PackRoot[]): PackRoot[] {
  const seen = new Map<string, PackRoot>();
  for (const root of roots) {
    let real = root.dir;
    try {
      real = realpathSync(root.dir);
    } catch {
      continue; // a root that does not exist holds no packs
    }
    if (!seen.has(real)) seen.set(real, root);
  }
  return [...seen.values()];
}
