/**
 * An esbuild plugin that sees every import and every file: it collects Node builtins, refuses what a pack did not
 * declare, and records what the artifact depends on.
 * @module
 */
import { existsSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, extname, join, sep } from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { sha256 } from './canonical-json.js';
import { hasComputedPath } from './computed-paths.js';
import { BUNDLE_INPUT_MAX_BYTES, PACKAGE_JSON_MAX_BYTES } from './limits.js';
import { isInside, readCapped } from './pack-files.js';

/** What a bundle was made of. */
export interface TrackedInputs {
  /** Hash of every file that was read, by absolute path, of exactly the bytes that were compiled. */
  files: Map<string, string>;
  /** Bare imports: the folder that asked and the package it asked for. */
  requests: { from: string; packageName: string }[];
  builtins: Set<string>;
  /** Packages that a file of the pack imports without declaring them. */
  undeclared: { importer: string; packageName: string }[];
  /** Files that belong neither to the pack nor to an installed package; none of them was read. */
  outside: string[];
}

const LOADERS: Readonly<Record<string, Loader>> = {
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.txt': 'text',
};

const SCRIPTS: ReadonlySet<Loader> = new Set<Loader>(['js', 'jsx', 'ts', 'tsx']);

/** Makes the plugin and the record it fills. `packDir` is a real path. */
export function trackInputs(
  packDir: string,
  dependencies: readonly string[],
): { plugin: Plugin; inputs: TrackedInputs } {
  const inputs: TrackedInputs = { files: new Map(), requests: [], builtins: new Set(), undeclared: [], outside: [] };
  const requested = new Set([packDir]);
  const plugin: Plugin = {
    name: 'track-inputs',
    setup(build) {
      const allow = (from: string, packageName: string): void => {
        inputs.requests.push({ from, packageName });
        const folder = linkedPackage(from, packageName, packDir);
        if (folder !== undefined) requested.add(folder);
      };
      build.onResolve({ filter: /^[^./]/ }, (args) => {
        if (args.kind === 'entry-point') return undefined;
        // Every `node:` name counts: which of them exist depends on the Node that compiles.
        if (isBuiltin(args.path) || args.path.startsWith('node:')) {
          inputs.builtins.add(args.path.replace(/^node:/, ''));
          return { path: args.path, external: true };
        }
        if (args.path.startsWith('#')) {
          // Names of the package's own, which may stand for a package that it depends on.
          for (const name of dependenciesAround(args.resolveDir)) allow(args.resolveDir, name);
          return undefined;
        }
        const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(args.path)?.[0];
        if (packageName === undefined || /^[a-z]+:/.test(args.path)) return undefined;
        allow(args.resolveDir, packageName);
        const isOwn =
          isInside(packDir, args.resolveDir) && !args.resolveDir.slice(packDir.length).includes('node_modules');
        if (isOwn && !dependencies.includes(packageName)) {
          inputs.undeclared.push({ importer: args.importer, packageName });
        }
        return undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'file' }, async (args) => {
        // An attack: a pack that takes a file of the operator's or of another package along, by `../` or by a link.
        if (!isInsideAny(requested, args.path)) {
          inputs.outside.push(args.path);
          return { contents: '', loader: 'empty' };
        }
        const bytes = readCapped(args.path, BUNDLE_INPUT_MAX_BYTES);
        if (!bytes) return { errors: [{ text: `The file is larger than ${BUNDLE_INPUT_MAX_BYTES} bytes.` }] };
        inputs.files.set(args.path, sha256(bytes));
        const loader = LOADERS[extname(args.path)];
        if (loader === undefined) return { errors: [{ text: `No loader for "${extname(args.path)}" files.` }] };
        const text = bytes.toString('utf8');
        if (!SCRIPTS.has(loader)) return { contents: text, loader, resolveDir: dirname(args.path) };
        if (await hasComputedPath(text, loader, build.esbuild.transform)) {
          const message = 'It imports a path that is put together at run time. Import each file by its name.';
          return { errors: [{ text: message, location: { file: args.path, line: 1, column: 0 } }] };
        }
        // Positions must point into the file that is there, and not into sources that were never published; and the
        // bundler reads whatever file is named. Written so, it names none, and is the same text in a literal.
        const contents = text.replace(/([#@][ \t]*)sourceMappingURL=/g, '$1sourceMapping\\u0055RL=');
        return { contents, loader, resolveDir: dirname(args.path) };
      });
    },
  };
  return { plugin, inputs };
}

/**
 * Real folder of an installed package as seen from a folder. A link that leads elsewhere than to an installed package
 * leads to a package of that name, and not to what the pack itself lies in.
 */
function linkedPackage(from: string, packageName: string, packDir: string): string | undefined {
  try {
    const place = realpathSync(packagePlaces(from, packageName, existsSync).at(-1) ?? '');
    const folder = dirname(place);
    if (basename(place) !== 'package.json' || (folder !== packDir && isInside(folder, packDir))) return undefined;
    const isInstalled = folder.split(sep).includes('node_modules') || isInside(packDir, folder);
    return isInstalled || readManifest(place)['name'] === packageName ? folder : undefined;
  } catch {
    return undefined; // not installed: the bundler says so
  }
}

function dependenciesAround(dir: string): string[] {
  for (let at = dir; ; at = dirname(at)) {
    const place = join(at, 'package.json');
    if (existsSync(place)) {
      try {
        const manifest = readManifest(place);
        if (typeof manifest['name'] === 'string') return Object.keys(manifest['dependencies'] ?? {});
      } catch {
        return [];
      }
    }
    if (dirname(at) === at) return [];
  }
}

function readManifest(path: string): Record<string, unknown> {
  return JSON.parse(readCapped(path, PACKAGE_JSON_MAX_BYTES)?.toString('utf8') ?? '{}') as Record<string, unknown>;
}

function isInsideAny(folders: ReadonlySet<string>, path: string): boolean {
  for (const folder of folders) if (isInside(folder, path)) return true;
  return false;
}

/** Every place, from the folder that asked upward, where a package of this name is or could appear, the hit last. */
export function packagePlaces(from: string, packageName: string, exists: (path: string) => boolean): string[] {
  const places: string[] = [];
  for (let dir = from; ; dir = dirname(dir)) {
    if (basename(dir) !== 'node_modules') {
      const place = join(dir, 'node_modules', packageName, 'package.json');
      places.push(place);
      if (exists(place)) return places;
    }
    if (dirname(dir) === dir) return places;
  }
}
