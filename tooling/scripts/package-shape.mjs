/** The shape every published package keeps, as a pure check over its files. */
import { posix } from 'node:path';
import { findImports } from '../lint/imports.mjs';

const packsFolder = 'packages/sandbox-packs/';

/** What a pack has besides. */
const packFiles = [
  'SKILL.md',
  'guest.d.ts',
  'src/limits.ts',
  'src/index.test.ts',
  'src/docs.test.ts',
  'test/hostile.test.ts',
];

/** Fields with one right value. */
const fixed = { license: 'MIT', type: 'module', engines: { node: '>=20.19.0' } };

/**
 * What departs from the shape, one sentence each.
 * @param {string} folder relative to the root, with `/`
 * @param {(path: string) => string | undefined} read text of a file below the folder
 * @returns {string[]}
 */
export function packageProblems(folder, read) {
  const manifest = JSON.parse(read('package.json') ?? '{}');
  const isPack = folder.startsWith(packsFolder) && folder !== `${packsFolder}kit`;
  const problems = [
    ...nameProblems(folder, manifest),
    ...fieldProblems(manifest),
    ...exportProblems(manifest),
    ...dependencyProblems(manifest),
    ...fileProblems(manifest, isPack, read),
    ...(isPack ? packProblems(manifest, read) : indexProblems(read('src/index.ts'))),
  ];
  return problems.map((problem) => `${folder}: ${problem}`);
}

/**
 * @param {string} folder
 * @param {any} manifest
 */
function nameProblems(folder, manifest) {
  const short = folder.split('/').at(-1);
  const inPacks = folder.startsWith(packsFolder);
  const expected = `@nodetool-ai/${!inPacks ? short : short === 'kit' ? 'sandbox-pack-kit' : `sandbox-${short}`}`;
  return manifest.name === expected ? [] : [`its name is ${expected}, not ${manifest.name}`];
}

/** @param {any} manifest */
function fieldProblems(manifest) {
  const problems = Object.entries(fixed)
    .filter(([key, value]) => JSON.stringify(manifest[key]) !== JSON.stringify(value))
    .map(([key, value]) => `package.json needs "${key}": ${JSON.stringify(value)}`);
  // A package either has no side effects, or names the files that have them.
  if (manifest.sideEffects !== false && !Array.isArray(manifest.sideEffects))
    problems.push('package.json needs "sideEffects": false, or a list of files');
  if (!/^\d+\.\d+\.\d+/.test(manifest.version ?? '')) problems.push('package.json needs a "version"');
  if (!/^[A-Z].*\.$/.test(manifest.description ?? ''))
    problems.push('package.json needs a "description" of one sentence');
  if (manifest.private) problems.push('a published package is not "private"');
  return problems;
}

/** @param {any} manifest */
function exportProblems(manifest) {
  // What a package exports in the workspace alone is replaced by `publishConfig` when it is packed.
  const exports = manifest.publishConfig?.exports ?? manifest.exports ?? {};
  const problems = [];
  if (!exports['.']) problems.push('package.json exports no "."');
  if (exports['./package.json'] !== './package.json') problems.push('package.json does not export "./package.json"');
  for (const [entry, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue;
    const conditions = Object.keys(target);
    if (conditions[0] !== 'types') problems.push(`export "${entry}" must name its types first`);
    if (conditions.at(-1) !== 'default' && entry !== './node')
      problems.push(`export "${entry}" must end with "default"`);
    for (const file of targets(target)) {
      if (!isPublished(manifest, file.slice(2)))
        problems.push(`export "${entry}" leads to ${file}, which "files" does not publish`);
    }
  }
  return problems;
}

/**
 * Whether a file of the package is in its tarball, as far as plain paths and folders in "files" tell.
 * @param {any} manifest
 * @param {string} file
 */
function isPublished(manifest, file) {
  const covers = (/** @type {string} */ path) => file === path || file.startsWith(`${path}/`);
  /** @type {string[]} */
  const listed = manifest.files ?? [];
  return listed.some(covers) && !listed.some((path) => path.startsWith('!') && covers(path.slice(1)));
}

/**
 * Files an export leads to, nested conditions included.
 * @param {unknown} target
 * @returns {string[]}
 */
function targets(target) {
  if (typeof target === 'string') return [target];
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(targets) : [];
}

/** @param {any} manifest */
function dependencyProblems(manifest) {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(all)
    .filter(([name, range]) => range !== (name.startsWith('@nodetool-ai/') ? 'workspace:*' : 'catalog:'))
    .map(([name, range]) => `${name} is "${range}": use "workspace:*" inside the workspace and "catalog:" outside`);
}

/**
 * @param {any} manifest
 * @param {boolean} isPack
 * @param {(path: string) => string | undefined} read
 */
function fileProblems(manifest, isPack, read) {
  const required = ['README.md', 'tsconfig.json', 'src/index.ts', ...(isPack ? packFiles : [])];
  const problems = required.filter((file) => read(file) === undefined).map((file) => `has no ${file}`);
  for (const path of ['dist', 'README.md', ...(isPack ? ['SKILL.md'] : [])])
    if (!manifest.files?.includes(path)) problems.push(`"files" does not list ${path}`);
  const readme = read('README.md');
  if (readme !== undefined && !readme.startsWith(`# ${manifest.name}\n`))
    problems.push(`README.md does not start with "# ${manifest.name}"`);
  const tsconfig = read('tsconfig.json');
  if (tsconfig && !/"extends":\s*"[./]+tsconfig\.base\.json"/.test(tsconfig))
    problems.push('tsconfig.json does not extend tsconfig.base.json');
  return problems;
}

/**
 * @param {any} manifest
 * @param {(path: string) => string | undefined} read
 */
function packProblems(manifest, read) {
  const problems = [];
  if (!manifest.keywords?.includes('nodetool-sandbox-pack'))
    problems.push('a pack needs the keyword "nodetool-sandbox-pack"');
  const modules = manifest.nodetool?.sandboxModules;
  if (!Array.isArray(modules) || modules.length === 0) return [...problems, 'a pack needs "nodetool.sandboxModules"'];
  for (const { name, kind, types, file, bundle, npm } of modules) {
    if (kind === 'js' && file === undefined && npm === undefined)
      problems.push(`module "${name}" names neither a "file" nor an "npm" package`);
    if (file !== undefined && read(file) === undefined)
      problems.push(`module "${name}" names the file ${file}, which does not exist`);
    for (const source of bundle ? withRelativeImports(file, read) : []) {
      if (!isPublished(manifest, source))
        problems.push(`module "${name}" is compiled from ${source}, which "files" does not publish`);
    }
    if (types && read(types) === undefined) problems.push(`module "${name}" names types ${types}, which do not exist`);
    if (kind === 'host' && !manifest.exports?.['./host'])
      problems.push(`module "${name}" runs on the host, but "./host" is not exported`);
  }
  return problems;
}

/**
 * A source and every source it imports by a relative path: what the pack is compiled from where it is installed.
 * @param {string} entry
 * @param {(path: string) => string | undefined} read
 * @returns {ReadonlySet<string>}
 */
function withRelativeImports(entry, read) {
  const found = new Set([entry]);
  for (const file of found) {
    for (const { specifier, typeOnly } of findImports(read(file) ?? '')) {
      if (typeOnly || !specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(file), specifier);
      found.add(read(target) === undefined ? target.replace(/\.js$/, '.ts') : target);
    }
  }
  return found;
}

/** @param {string | undefined} source */
function indexProblems(source) {
  const code = (source ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const rest = code
    .replace(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})(?:\s+from\s+['"][^'"]+['"])?;?/g, '')
    .trim();
  return rest === '' ? [] : ['src/index.ts does more than re-export'];
}
