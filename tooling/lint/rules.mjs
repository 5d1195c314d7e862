/** The arrows of the architecture, as pure rules over found imports. */
import { builtinModules } from 'node:module';

const scope = '@nodetool-ai/';

/**
 * What each package may import, by name without the scope. A pack is `pack`, the packs' shared part `sandbox-pack-kit`.
 * A package that is not here may import nothing of this workspace until it gets a row.
 * @type {Record<string, readonly string[]>}
 */
export const ARROWS = {
  protocol: [],
  'sandbox-core': ['protocol'],
  'sandbox-compiler': ['protocol', 'sandbox-core'],
  'sandbox-pack-kit': ['protocol'],
  pack: ['protocol', 'sandbox-pack-kit'],
  'code-nodes': ['protocol', 'sandbox-core', 'sandbox-compiler'],
  'workflow-runner': ['protocol', 'sandbox-core', 'sandbox-compiler', 'code-nodes'],
  'plugin-sandbox': ['protocol', 'sandbox-core'],
  codeact: ['protocol', 'sandbox-core', 'code-nodes'],
  cli: [
    'protocol',
    'sandbox-core',
    'sandbox-compiler',
    'code-nodes',
    'workflow-runner',
    'plugin-sandbox',
    'codeact',
    'pack',
  ],
};

/** Packages that load in a page: no static import of a Node builtin outside `*.node.ts` and `node/`. */
const pageLoadable = new Set([
  'protocol',
  'sandbox-core',
  'sandbox-pack-kit',
  'pack',
  'code-nodes',
  'workflow-runner',
  'plugin-sandbox',
  'codeact',
]);

const builtins = new Set(builtinModules);

/**
 * @typedef {{ name: string, isPack: boolean, dependencies: readonly string[] }} ImportingPackage
 * @typedef {import('./imports.mjs').FoundImport} FoundImport
 */

/**
 * What is wrong with one import of one source file; `undefined` when nothing is.
 * @param {ImportingPackage} from `name` with its scope; `dependencies` are those it declares
 * @param {string} file path below the package's folder, with `/`
 * @param {FoundImport} found
 * @returns {string | undefined}
 */
export function importViolation(from, file, found) {
  const { specifier } = found;
  if (specifier.startsWith('.')) return leavesPackage(file, specifier);
  if (isBuiltin(specifier)) return builtinViolation(from, file, found);
  const target = packageName(specifier);
  if (target.startsWith(scope)) {
    if (target === from.name) return undefined;
    const arrow = arrowViolation(from, target);
    if (arrow) return arrow;
  }
  if (isTest(file) || from.dependencies.includes(target)) return undefined;
  return `${target} is not a dependency of ${from.name}: add it to its package.json`;
}

/**
 * What is wrong with one dependency a package declares; `undefined` when nothing is.
 * @param {ImportingPackage} from
 * @param {string} dependency
 * @returns {string | undefined}
 */
export function arrowViolation(from, dependency) {
  if (!dependency.startsWith(scope)) return undefined;
  const allowed = Object.hasOwn(ARROWS, roleOf(from.name, from.isPack)) ? ARROWS[roleOf(from.name, from.isPack)] : [];
  const role = roleOf(dependency, isPackName(dependency));
  if (allowed?.includes(role)) return undefined;
  const list = allowed && allowed.length > 0 ? allowed.join(', ') : 'no package of this workspace';
  return `${from.name} may not import ${dependency}: its arrows lead to ${list}`;
}

/** @param {string} name */
export function isPackName(name) {
  const short = name.slice(scope.length);
  return name.startsWith(`${scope}sandbox-`) && !Object.hasOwn(ARROWS, short);
}

/**
 * @param {string} name
 * @param {boolean} isPack
 */
function roleOf(name, isPack) {
  return isPack ? 'pack' : name.slice(scope.length);
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function leavesPackage(file, specifier) {
  let depth = file.split('/').length - 1;
  for (const part of specifier.split('/')) {
    if (part === '..') depth--;
    else if (part !== '.' && part !== '') depth++;
    if (depth < 0) return `${specifier} leaves the package: import the other package by its name`;
  }
  return undefined;
}

/**
 * @param {ImportingPackage} from
 * @param {string} file
 * @param {FoundImport} found
 */
function builtinViolation(from, file, found) {
  if (!found.specifier.startsWith('node:'))
    return `write node:${found.specifier}, so that no package can take its place`;
  if (found.dynamic || found.typeOnly || !pageLoadable.has(roleOf(from.name, from.isPack))) return undefined;
  if (!file.startsWith('src/') || isTest(file) || /\.node\.[cm]?ts$/.test(file) || file.includes('/node/'))
    return undefined;
  return `${found.specifier} does not exist in a page: move this to a *.node.ts file or a node/ folder`;
}

/** @param {string} specifier */
function isBuiltin(specifier) {
  return specifier.startsWith('node:') || builtins.has(specifier) || builtins.has(specifier.split('/')[0] ?? '');
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Tests, and what only tests use: they may use the tools of the workspace and run in Node.
 * @param {string} file
 */
function isTest(file) {
  return /\.(?:test|bench)\.[cm]?ts$/.test(file) || /^(?:test|bench|scripts)\/|\/testing\//.test(file);
}
