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
import { BUNDLE_INPUT_MAX_BYTES } from './limits.js';
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
      build.onResolve({ filter: /^[^./]/ }, (args) => {
        if (args.kind === 'entry-point') return undefined;
        // Every `node:` name counts: which of them exist depends on the Node that compiles.
        if (isBuiltin(args.path) || args.path.startsWith('node:')) {
          inputs.builtins.add(args.path.replace(/^node:/, ''));
          return { path: args.path, external: true };
        }
        const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(args.path)?.[0];
        if (packageName === undefined || args.path.startsWith('#') || /^[a-z]+:/.test(args.path)) return undefined;
        inputs.requests.push({ from: args.resolveDir, packageName });
        const place = packagePlaces(args.resolveDir, packageName, existsSync).at(-1);
        if (place !== undefined && existsSync(place)) requested.add(dirname(realpathSync(place)));
        const isOwn =
          isInside(packDir, args.resolveDir) && !args.resolveDir.slice(packDir.length).includes('node_modules');
        if (isOwn && !dependencies.includes(packageName)) {
          inputs.undeclared.push({ importer: args.importer, packageName });
        }
        return undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'file' }, (args) => {
        // An attack: a pack that takes a file of the operator's along, by `../` or by a link.
        const isKnown = args.path.split(sep).includes('node_modules') || isInsideAny(requested, args.path);
        if (!isKnown) {
          inputs.outside.push(args.path);
          return { contents: '', loader: 'empty' };
        }
        const bytes = readCapped(args.path, BUNDLE_INPUT_MAX_BYTES);
        if (!bytes) return { errors: [{ text: `The file is larger than ${BUNDLE_INPUT_MAX_BYTES} bytes.` }] };
        inputs.files.set(args.path, sha256(bytes));
        const loader = LOADERS[extname(args.path)];
        if (loader === undefined) return { errors: [{ text: `No loader for "${extname(args.path)}" files.` }] };
        // Positions must point into the file that is there, and not into sources that were never published.
        const contents = bytes.toString('utf8').replace(/\n\/\/[#@] sourceMappingURL=[^\n]*\s*$/, '\n');
        return { contents, loader, resolveDir: dirname(args.path) };
      });
    },
  };
  return { plugin, inputs };
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
