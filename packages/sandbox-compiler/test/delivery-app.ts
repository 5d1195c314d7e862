/**
 * An application with a pack of every kind that can be delivered.
 * @module
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledModuleCache } from '../src/cache.js';
import { quickjsRunner } from './quickjs-runner.js';
import { packJson, skillText, temporaryFolder, writeTree } from './temporary-app.js';

/** `export add(i32, i32) → i32`. */
export const ADD = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 7, 1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 3, 2, 1, 0, 7, 7, 1, 3],
  ...[0x61, 0x64, 0x64, 0, 0, 10, 9, 1, 7, 0, 0x20, 0, 0x20, 1, 0x6a, 0x0b],
]);
export const OCR = '@nodetool-ai/sandbox-ocr';

/** An application with a pack of every kind. */
export function deliveryApp() {
  const cwd = temporaryFolder();
  const modules = join(cwd, 'node_modules');
  const names = ['.', 'more'].map((name) => ({ name, kind: 'js', file: name === '.' ? 'index.js' : 'more.js' }));
  writeTree(join(modules, '@acme/geo'), {
    'package.json': packJson(
      '@acme/geo',
      [...names, { name: 'sum', kind: 'wasm', file: 'add.wasm', memoryPagesMax: 0, exports: ['add'] }],
      {
        nodetool: {
          sandboxModules: [
            ...names,
            { name: 'sum', kind: 'wasm', file: 'add.wasm', memoryPagesMax: 0, exports: ['add'] },
          ],
          internal: ['lib/ünder.js'],
        },
      },
    ),
    'SKILL.md': skillText('@acme/geo'),
    'index.js': 'export * from "./lib/ünder.js"; export { add } from "./add.wasm";',
    'more.js': 'export * from "./lib/ünder.js";',
    'lib/ünder.js': 'export const area = "größe";',
  });
  writeFileSync(join(modules, '@acme/geo/add.wasm'), ADD);
  writeTree(join(modules, 'compiled'), {
    'package.json': packJson('compiled', [{ name: '.', kind: 'js', npm: 'lib' }], { dependencies: { lib: '*' } }),
  });
  writeTree(join(modules, 'lib'), {
    'package.json': { name: 'lib', version: '1.0.0', type: 'module', main: 'index.js' },
    'index.js': 'export const lib = 1;',
  });
  writeTree(join(modules, OCR), {
    'package.json': packJson(OCR, [{ name: '.', kind: 'host', host: 'ocr' }], { dependencies: { lib: '*' } }),
    'assets.json': {
      assets: [
        { name: 'eng.data', file: 'lib/data/eng.data', type: 'application/octet-stream' },
        { name: 'own.txt', file: `${OCR}/own.txt`, type: 'text/plain' },
        { name: 'other.json', file: 'compiled/package.json', type: 'application/json' },
        { name: 'gone', file: 'lib/gone', type: 'text/plain' },
      ],
    },
    'own.txt': 'own',
  });
  writeTree(join(modules, 'lib'), { 'data/eng.data': 'data' });
  return {
    cwd,
    options: {
      cwd,
      env: { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' },
      cache: new CompiledModuleCache(temporaryFolder()),
      run: quickjsRunner().run,
    },
  };
}
