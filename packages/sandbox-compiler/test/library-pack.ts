/**
 * A pack over one library, in a folder and with a cache of its own.
 * @module
 */
import { join } from 'node:path';
import { CompiledModuleCache } from '../src/cache.js';
import { compileModule } from '../src/compile-module.js';
import { quickjsRunner } from './quickjs-runner.js';
import { type FileTree, packJson, temporaryFolder } from './temporary-app.js';

/** Files of an installed library. */
export function library(name: string, index: string, more: FileTree = {}): FileTree {
  const at = (path: string) => `node_modules/${name}/${path}`;
  const tree: FileTree = {
    [at('package.json')]: { name, version: '2.0.0', license: 'MIT', type: 'module', exports: './index.js' },
    [at('index.js')]: index,
  };
  for (const [path, content] of Object.entries(more)) tree[at(path)] = content;
  return tree;
}

/** A pack `greeter` made of `lib`, and ways to compile it. */
export function packWith(files: FileTree, dependencies: Record<string, string> = { lib: '2.0.0' }) {
  const packDir = temporaryFolder({
    'package.json': packJson('greeter', [{ name: '.', kind: 'js', npm: 'lib' }], { dependencies }),
    ...files,
  });
  const cache = new CompiledModuleCache(join(temporaryFolder(), 'cache'));
  const runner = quickjsRunner();
  const compile = (more: { force?: boolean; npm?: string } = {}) =>
    compileModule({ packDir, npm: 'lib', cache, run: runner.run, ...more });
  const compileEntry = (entry: string) => compileModule({ packDir, entry, cache, run: runner.run });
  return { packDir, cache, runner, compile, compileEntry };
}
