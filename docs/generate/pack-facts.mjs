/**
 * What the page of packs is made of: manifests, the libraries behind them, limits, sizes.
 *
 * @typedef {object} Library
 * @property {string} name
 * @property {string} version
 * @property {string} license SPDX expression
 *
 * @typedef {object} PackFacts
 * @property {string} id
 * @property {string} name name of the package
 * @property {string} description
 * @property {{ specifier: string, kind: string, bytes: number | undefined }[]} modules `bytes` of a compiled one
 * @property {Library[]} libraries direct dependencies that are not ours
 * @property {number} installedBytes of all libraries and what they depend on, without what is optional
 * @property {readonly string[]} exports of a host pack
 * @property {'yes' | 'assets' | 'no'} page
 * @property {number | undefined} callTimeoutMs of a host pack
 * @property {boolean} isInline
 * @property {[name: string, value: number][]} limits
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SCOPE = '@nodetool-ai/';

/**
 * Facts of every shipped pack, sorted by name. Needs a build, for the limits.
 *
 * @param {string} root of the repository
 * @param {typeof import('@nodetool-ai/protocol').SANDBOX_HOST_MODULES} hostModules
 * @param {typeof import('@nodetool-ai/sandbox-compiler').compilePacks} compilePacks
 * @returns {Promise<PackFacts[]>}
 */
export async function shippedPacks(root, hostModules, compilePacks) {
  const { modules } = await compilePacks({ cwd: root });
  const compiledBytes = new Map(modules.map(({ specifier, bytes }) => [specifier, bytes]));
  const folder = join(root, 'packages/sandbox-packs');
  const names = readdirSync(folder).filter((id) => id !== 'kit' && existsSync(join(folder, id, 'package.json')));
  return Promise.all(names.sort().map((id) => factsOf(join(folder, id), id, hostModules, compiledBytes)));
}

/**
 * @param {string} dir
 * @param {string} id
 * @param {typeof import('@nodetool-ai/protocol').SANDBOX_HOST_MODULES} hostModules
 * @param {ReadonlyMap<string, number>} compiledBytes
 * @returns {Promise<PackFacts>}
 */
async function factsOf(dir, id, hostModules, compiledBytes) {
  const manifest = readJson(join(dir, 'package.json'));
  /** @type {Map<string, string>} */
  const closure = new Map();
  collect(dir, manifest, closure);
  const direct = Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith(SCOPE));
  /** @type {{ name: string, kind: string }[]} */
  const modules = manifest.nodetool.sandboxModules;
  const row = hostModules[id];
  const limits = await import(pathToFileURL(join(dir, 'dist/limits.js')).href);
  return {
    id,
    name: manifest.name,
    description: manifest.description,
    modules: modules.map(({ name, kind }) => {
      const specifier = name === '.' ? manifest.name : `${manifest.name}/${name}`;
      return { specifier, kind, bytes: compiledBytes.get(specifier) };
    }),
    libraries: direct.sort().map((name) => libraryOf(dir, name)),
    installedBytes: [...closure.values()].reduce((sum, at) => sum + sizeOf(at), 0),
    exports: row?.exports ?? [],
    page: row?.page ?? 'yes',
    callTimeoutMs: row?.callTimeoutMs,
    isInline: row?.inline ?? false,
    limits: Object.entries(limits)
      .flatMap(([name, value]) => (typeof value === 'number' ? [/** @type {[string, number]} */ ([name, value])] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/**
 * @param {string} from
 * @param {string} name
 * @returns {Library}
 */
function libraryOf(from, name) {
  const { version, license } = readJson(join(packageDir(from, name), 'package.json'));
  return { name, version, license: typeof license === 'string' ? license : (license?.type ?? 'unknown') };
}

/**
 * Folders of all packages that `manifest` depends on, by their real path.
 * @param {string} dir
 * @param {any} manifest
 * @param {Map<string, string>} closure
 */
function collect(dir, manifest, closure) {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith(SCOPE) || Object.hasOwn(manifest.optionalDependencies ?? {}, name)) continue;
    const at = packageDir(dir, name);
    if (closure.has(at)) continue;
    closure.set(at, at);
    collect(at, readJson(join(at, 'package.json')), closure);
  }
}

/**
 * @param {string} from
 * @param {string} name
 */
function packageDir(from, name) {
  for (let dir = realpathSync(from); ; dir = dirname(dir)) {
    const at = join(dir, 'node_modules', name);
    if (existsSync(join(at, 'package.json'))) return realpathSync(at);
    if (dirname(dir) === dir) throw new Error(`${name} is not installed for ${from}`);
  }
}

/**
 * Bytes of a package's own files.
 * @param {string} dir
 * @returns {number}
 */
function sizeOf(dir) {
  let bytes = 0;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const at = join(dir, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(at);
    else if (entry.isFile()) bytes += statSync(at).size;
  }
  return bytes;
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
