import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { packJson, temporaryFolder } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import { compileModule } from './compile-module.js';
import { hasComputedPath } from './computed-paths.js';

describe('a path that is put together', () => {
  it.each([
    'import("../" + x)',
    'import(/* ( */ `./a/${x}.js`)',
    'import("." + "./" + x)',
    'import("\\x2e./" + x)',
    'import(a ? "b" : `../${x}`)',
    'import // (\n("../" + x)',
    'require("../../" + x)',
    'requ\\u0069re("../" + x)',
    'enum E { up = "../" } import(E.up + x)',
    'export const load = async (x: string) => import(`../${x}`);',
    'const f = () => { return require(`./${x}`) }; module.exports = f;',
  ])('is seen in %s', async (text) => {
    expect(await hasComputedPath(text, 'ts', transform)).toBe(true);
  });

  it.each([
    'import("./a.js")',
    'import(x)',
    'import(x + "./a")',
    'import("lib/" + x)',
    'const path = "../" + x;',
    '"import(../" + x',
    '((require) => require("./" + x))(y)',
    'require("./a.js")',
    'import { a } from "./a.js"; import.meta.url + a',
    'with (a) { require(b) }',
    'let (',
  ])('is not seen in %s', async (text) => {
    expect(await hasComputedPath(text, 'js', transform)).toBe(false);
  });

  it('keeps a module out before any folder is searched', async () => {
    const packDir = temporaryFolder({
      'package.json': packJson('greedy', [{ name: '.', kind: 'js', file: 'index.js', bundle: true }]),
      'index.js': `export const load = (x) => import("${'../'.repeat(12)}" + x + ".json");`,
    });
    const cache = new CompiledModuleCache(`${packDir}/cache`);
    const { outcome } = await compileModule({ packDir, entry: 'index.js', cache, run: quickjsRunner().run });
    expect(outcome).toMatchObject({
      code: 'npm-module-bundle-failed',
      message: expect.stringMatching(/index\.js:1:1: It imports a path that is put together/),
    });
  });
});
