import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { library, packWith } from '../test/library-pack.js';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import type { CacheEntry } from './cache-entry.js';
import { compileModule } from './compile-module.js';

describe('the cache of compiled modules', () => {
  it('answers the second time without a guest, and keeps skips too', async () => {
    const good = packWith(library('lib', 'export const a = 1;'));
    const first = await good.compile();
    expect(first.cached).toBe(false);
    expect(good.runner.starts).toBe(2);
    const second = await good.compile();
    expect(second).toEqual({ ...first, cached: true });
    expect(good.runner.starts).toBe(2);
    const bad = packWith(library('lib', 'export const a = process;'));
    expect((await bad.compile()).cached).toBe(false);
    expect((await bad.compile()).cached).toBe(true);
  });

  it('compiles again with force', async () => {
    const { compile, runner } = packWith(library('lib', 'export const a = 1;'));
    await compile();
    expect((await compile({ force: true })).cached).toBe(false);
    expect(runner.starts).toBe(4);
  });

  it('compiles again when one source file changes', async () => {
    const { compile, packDir } = packWith(
      library('lib', `export * from './inner.js';`, { 'inner.js': 'export const a = 1;' }),
    );
    const first = await compile();
    writeFileSync(join(packDir, 'node_modules/lib/inner.js'), 'export const a = 1, b = 2;');
    const second = await compile();
    expect(second.cached).toBe(false);
    expect(second.key).not.toBe(first.key);
    expect(second.outcome).toMatchObject({ artifact: { exports: ['a', 'b', 'default'] } });
  });

  it('compiles again when a nearer package appears', async () => {
    const app = temporaryFolder(library('lib', 'export const a = 1;'));
    const packDir = join(app, 'node_modules/greeter');
    writeTree(packDir, {
      'package.json': packJson('greeter', [{ name: '.', kind: 'js', npm: 'lib' }], { dependencies: { lib: '*' } }),
    });
    const options = {
      packDir,
      npm: 'lib',
      cache: new CompiledModuleCache(temporaryFolder()),
      run: quickjsRunner().run,
    };
    expect((await compileModule(options)).cached).toBe(false);
    expect((await compileModule(options)).cached).toBe(true);
    writeTree(packDir, library('lib', 'export const nearer = 1;'));
    const third = await compileModule(options);
    expect(third.cached).toBe(false);
    expect(third.outcome).toMatchObject({ artifact: { exports: ['default', 'nearer'] } });
  });

  it('tries again after a package that was missing is installed', async () => {
    const { compile, packDir } = packWith(library('lib', `export * from 'other';`));
    expect((await compile()).outcome.status).toBe('skipped');
    expect((await compile()).cached).toBe(true);
    writeTree(packDir, library('other', 'export const o = 1;'));
    expect((await compile()).outcome).toMatchObject({ artifact: { exports: ['default', 'o'] } });
  });

  it.each([
    ['a changed source', (text: string) => text.replace('a = 1', 'a = 2')],
    ['a changed list of exports', (text: string) => text.replace('"exports":["a"', '"exports":["z"')],
    ['half a file', (text: string) => text.slice(0, text.length / 2)],
    ['another version', (text: string) => text.replace(/"compilerVersion":\d+/, '"compilerVersion":1')],
  ])('removes and replaces an entry with %s', async (_what, damage) => {
    const { compile, cache } = packWith(library('lib', 'export const a = 1;'));
    const { key, outcome } = await compile();
    const file = join(cache.root, `${key}.json`);
    const damaged = damage(readFileSync(file, 'utf8'));
    expect(damaged).not.toBe(readFileSync(file, 'utf8'));
    writeFileSync(file, damaged);
    const again = await compile();
    expect(again.cached).toBe(false);
    expect(again.outcome).toMatchObject({ status: 'compiled', artifact: { exports: ['a', 'default'] } });
    expect(again.key).toBe(key);
    expect(outcome.status === 'compiled' && again.outcome.status === 'compiled' && again.outcome.artifact.source).toBe(
      outcome.status === 'compiled' && outcome.artifact.source,
    );
  });

  it('gives the same key and text to the same install under another folder and layout', async () => {
    const index = `const { twice } = require('./twice.js'); exports.four = (n) => twice(twice(n));`;
    const files = {
      'package.json': { name: 'lib', version: '2.0.0', main: 'index.js' },
      'twice.js': 'exports.twice = (n) => n * 2;',
    };
    const nested = packWith(library('lib', index, files));
    const app = temporaryFolder(library('lib', index, files));
    writeTree(join(app, 'store/greeter-9'), {
      'package.json': readFileSync(join(nested.packDir, 'package.json'), 'utf8'),
    });
    symlinkSync(join(app, 'store/greeter-9'), join(app, 'node_modules/greeter'));
    const first = await nested.compile();
    const second = await compileModule({
      packDir: join(app, 'node_modules/greeter'),
      npm: 'lib',
      cache: new CompiledModuleCache(temporaryFolder()),
      run: quickjsRunner().run,
    });
    expect(second.cached).toBe(false);
    expect(second.key).toBe(first.key);
    if (first.outcome.status !== 'compiled' || second.outcome.status !== 'compiled') throw new Error('not compiled');
    expect(second.outcome.artifact.source).toBe(first.outcome.artifact.source);
    expect(second.outcome.artifact.source).not.toContain(app);
  });

  it('leaves only whole files behind and works where nothing can be written', async () => {
    const { compile, cache } = packWith(library('lib', 'export const a = 1;'));
    await compile();
    expect(readdirSync(cache.root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const blocked = new CompiledModuleCache('/dev/null/nowhere');
    const { packDir } = packWith(library('lib', 'export const a = 1;'));
    const { outcome, cached } = await compileModule({
      packDir,
      npm: 'lib',
      cache: blocked,
      run: quickjsRunner().run,
    });
    expect(outcome.status).toBe('compiled');
    expect(cached).toBe(false);
  });

  it('is whole after several writers at once', async () => {
    const { compile, cache } = packWith(library('lib', 'export const a = 1;'));
    const results = await Promise.all([1, 2, 3, 4].map(() => compile({ force: true })));
    const [first] = results;
    expect(new Set(results.map(({ key }) => key)).size).toBe(1);
    expect(cache.read(first?.key ?? '')?.outcome).toMatchObject({ status: 'compiled' });
    expect((await compile()).cached).toBe(true);
  });

  it('refuses a key that is no key before it touches a path', () => {
    const cache = new CompiledModuleCache(temporaryFolder());
    for (const key of ['../x', '', 'A'.repeat(64), `${'a'.repeat(63)}/`]) {
      expect(cache.read(key)).toBeUndefined();
      cache.evict(key);
      expect(() => cache.write({ key } as CacheEntry)).toThrow(TypeError);
    }
  });

  it('cleans', async () => {
    const { compile, cache } = packWith(library('lib', 'export const a = 1;'));
    await compile();
    expect(cache.clean(60_000)).toBe(0);
    expect(cache.clean()).toBe(2);
    expect((await compile()).cached).toBe(false);
  });
});
