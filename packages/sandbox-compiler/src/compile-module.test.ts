import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { type FileTree, packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import type { CacheEntry } from './cache-entry.js';
import { compileModule } from './compile-module.js';

function library(name: string, index: string, more: FileTree = {}): FileTree {
  const at = (path: string) => `node_modules/${name}/${path}`;
  const tree: FileTree = {
    [at('package.json')]: { name, version: '2.0.0', license: 'MIT', type: 'module', exports: './index.js' },
    [at('index.js')]: index,
  };
  for (const [path, content] of Object.entries(more)) tree[at(path)] = content;
  return tree;
}

function packWith(files: FileTree, dependencies: Record<string, string> = { lib: '2.0.0' }) {
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

async function skipOf(index: string, more: FileTree = {}) {
  const { outcome } = await packWith(library('lib', index, more)).compile();
  if (outcome.status !== 'skipped') throw new Error(`expected a skip, got ${JSON.stringify(outcome)}`);
  return outcome;
}

async function artifactOf(index: string, more: FileTree = {}) {
  const { outcome } = await packWith(library('lib', index, more)).compile();
  if (outcome.status !== 'compiled') throw new Error(`expected an artifact, got ${JSON.stringify(outcome)}`);
  return outcome;
}

describe('compileModule', () => {
  it('bundles a library and records what a real guest saw of it', async () => {
    const { artifact } = await artifactOf(
      `import { greet } from './greet.js';\nexport const hello = () => greet('you');`,
      {
        'greet.js': 'export const greet = (name) => `hello ${name}`;',
        LICENSE: 'Permission is hereby granted',
      },
    );
    expect(artifact.exports).toEqual(['default', 'hello']);
    expect(artifact.source).not.toContain('import ');
    expect(artifact.bytes).toBe(Buffer.byteLength(artifact.source));
    expect(artifact.sha256).toBe(createHash('sha256').update(artifact.source).digest('hex'));
    expect(artifact.licenses).toEqual([
      { name: 'lib', version: '2.0.0', license: 'MIT', text: 'Permission is hereby granted' },
    ]);
    expect(artifact.pure).toBe(true);
  });

  it('keeps a default export and otherwise gives the namespace as default', async () => {
    const own = await artifactOf('export default 42; export const a = 1;');
    expect(own.artifact.exports).toEqual(['a', 'default']);
    const none = await artifactOf('export const a = 1, b = 2;');
    expect(none.artifact.exports).toEqual(['a', 'b', 'default']);
  });

  it('offers the members of a CommonJS library by name and as default', async () => {
    const { artifact } = await artifactOf(
      `exports.two = 2; exports.delete = () => 0; exports['not-a-name'] = 1; Object.defineProperty(exports, 'hidden', { value: 1 });`,
      { 'package.json': { name: 'lib', version: '2.0.0', main: 'index.js' } },
    );
    expect(artifact.exports).toEqual(['default', 'delete', 'two']);
    const callable = await artifactOf('module.exports = function main() {}; module.exports.helper = 1;', {
      'package.json': { name: 'lib', version: '2.0.0', main: 'index.js' },
    });
    expect(callable.artifact.exports).toEqual(['default', 'helper']);
    const transpiled = await artifactOf(
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = 1; exports.a = 2;',
      {
        'package.json': { name: 'lib', version: '2.0.0', main: 'index.js' },
      },
    );
    expect(transpiled.artifact.exports).toEqual(['a', 'default']);
  });

  it('calls a module impure when it changes a built-in object', async () => {
    const changed = await artifactOf('Array.prototype.last = function () { return this.at(-1); }; export const a = 1;');
    expect(changed.artifact.pure).toBe(false);
    const global = await artifactOf('globalThis.leaked = 1; export const a = 1;');
    expect(global.artifact.pure).toBe(false);
  });

  it('defines process.env.NODE_ENV and global, and uses neither the node nor the browser condition', async () => {
    const { artifact } = await artifactOf('', {
      'package.json': {
        name: 'lib',
        version: '2.0.0',
        type: 'module',
        exports: { node: './node.js', browser: './browser.js', default: './plain.js' },
      },
      'node.js': `import fs from 'fs'; export const kind = fs;`,
      'browser.js': 'export const kind = window.location;',
      'plain.js': `export const kind = process.env.NODE_ENV + typeof global.Array;`,
    });
    expect(artifact.source).toContain('"production" + typeof globalThis.Array');
  });

  it('compiles an authored TypeScript entry over a dependency', async () => {
    const { compileEntry } = packWith({
      ...library('lib', 'export const twice = (n) => n * 2;'),
      'src/guest.ts': `import { twice } from 'lib';\nimport { LIMIT } from './limits.js';\nexport const four = (n: number): number => Math.min(LIMIT, twice(twice(n)));`,
      'src/limits.ts': 'export const LIMIT: number = 100;',
      'tsconfig.json': '{ "compilerOptions": { "jsxFactory": 7, "target": "nonsense" } }',
    });
    const { outcome } = await compileEntry('src/guest.ts');
    expect(outcome).toMatchObject({ status: 'compiled', artifact: { exports: ['default', 'four'] } });
  });

  it('finds the TypeScript siblings of an entry that is installed in node_modules', async () => {
    const app = temporaryFolder();
    const packDir = join(app, 'node_modules/@acme/pack');
    writeTree(packDir, {
      'package.json': packJson('@acme/pack', [{ name: '.', kind: 'js', file: 'src/guest.ts', bundle: true }]),
      'src/guest.ts': `export { LIMIT } from './limits.js';`,
      'src/limits.ts': 'export const LIMIT: number = 100;',
    });
    const cache = new CompiledModuleCache(join(temporaryFolder(), 'cache'));
    const { outcome } = await compileModule({ packDir, entry: 'src/guest.ts', cache, run: quickjsRunner().run });
    expect(outcome).toMatchObject({ status: 'compiled', artifact: { exports: ['LIMIT', 'default'] } });
  });

  describe('skips', () => {
    it('names a package that is not installed, and its importer', async () => {
      const outcome = await skipOf(`import 'missing-thing'; export const a = 1;`);
      expect(outcome.code).toBe('npm-module-unresolved');
      expect(outcome.message).toContain('"missing-thing"');
      expect(outcome.message).toContain('lib/index.js');
      expect(outcome.at).toEqual({ file: 'lib/index.js', line: 1, column: 8 });
    });

    it('refuses an import that the pack does not declare, also when it is installed', async () => {
      const { compileEntry } = packWith({
        ...library('lib', 'export const a = 1;'),
        ...library('stray', 'export const b = 1;'),
        'entry.js': `export { b } from 'stray';`,
      });
      const { outcome } = await compileEntry('entry.js');
      expect(outcome).toMatchObject({ status: 'skipped', code: 'npm-module-unresolved' });
      expect(outcome.status === 'skipped' && outcome.message).toMatch(/"stray".*entry\.js.*"dependencies"/);
    });

    it('names every Node builtin, sorted', async () => {
      const outcome = await skipOf(
        `import 'node:zlib'; import 'fs'; import 'node:sqlite'; import 'fs/promises'; export const a = 1;`,
      );
      expect(outcome.code).toBe('npm-module-builtin-import');
      expect(outcome.message).toContain('fs, fs/promises, sqlite, zlib');
    });

    it('says where a file does not parse', async () => {
      const outcome = await skipOf('export const a = ;');
      expect(outcome.code).toBe('npm-module-bundle-failed');
      expect(outcome.message).toContain('lib/index.js:1:18');
    });

    it('refuses a bundle over 1 MiB and names its largest inputs', async () => {
      const outcome = await skipOf(`export * from './big.js'; export * from './small.js';`, {
        'big.js': `export const big = ${JSON.stringify('x'.repeat(1_048_576))};`,
        'small.js': 'export const small = 1;',
      });
      expect(outcome.code).toBe('npm-module-too-large');
      expect(outcome.message).toContain('1048576');
      expect(outcome.message).toMatch(
        /Largest inputs: lib\/big\.js \(\d{7}\), lib\/index\.js \(\d+\), lib\/small\.js \(\d+\)\.$/,
      );
    });

    it('finds a forbidden global in a function that is never called, with its place and what to use', async () => {
      const outcome = await skipOf('export const a = 1;\n\nexport function never() {\n  return Buffer.from("x");\n}\n');
      expect(outcome.code).toBe('npm-module-forbidden-global');
      expect(outcome.message).toContain('Buffer');
      expect(outcome.message).toContain('typed arrays and toBase64');
      expect(outcome.at).toEqual({ file: 'lib/index.js', line: 4, column: 10 });
    });

    it.each([
      'process.cwd()',
      'eval("1")',
      'new Function("1")',
      'setTimeout(() => 0)',
      'window.x',
      'new WebAssembly.Memory({})',
    ])('refuses %s', async (expression) => {
      const outcome = await skipOf(`export const a = () => ${expression};`);
      expect(outcome.code).toBe('npm-module-forbidden-global');
    });

    it('refuses import() of a computed name', async () => {
      const outcome = await skipOf('export const load = (name) => import(name);');
      expect(outcome.code).toBe('npm-module-scan-rejected');
      expect(outcome.message).toContain('import()');
    });

    it('refuses a library that throws when it starts, with the error', async () => {
      const outcome = await skipOf('export const a = missing.thing;');
      expect(outcome.code).toBe('npm-module-probe-failed');
      expect(outcome.message).toContain('ReferenceError');
    });

    it('refuses a library that exports nothing', async () => {
      expect((await skipOf('globalThis.x;')).message).toContain('exports nothing');
      const cjs = await skipOf('exports.a = 1; delete exports.a;', {
        'package.json': { name: 'lib', version: '2.0.0', main: 'index.js' },
      });
      expect(cjs.message).toContain('exports nothing');
    });

    it('ends a library that never finishes loading', async () => {
      const { packDir, cache } = packWith(library('lib', 'for (;;); export const a = 1;'));
      const { run } = quickjsRunner();
      const { outcome } = await compileModule({
        packDir,
        npm: 'lib',
        cache,
        run: (options) => run({ ...options, timeoutMs: Math.min(options.timeoutMs ?? 0, 200) }),
      });
      expect(outcome).toMatchObject({ status: 'skipped', code: 'npm-module-probe-failed' });
      expect(outcome.status === 'skipped' && outcome.message).toContain('TIMEOUT');
    });
  });

  describe('warnings', () => {
    it('lets a guarded use of a forbidden global through and says so', async () => {
      const { warnings } = await artifactOf('export const dir = typeof process !== "undefined" ? process.cwd() : "";');
      expect(warnings).toHaveLength(1);
      expect(warnings?.[0]?.message).toMatch(/"process".*guard/);
      const and = await artifactOf('export const dir = typeof process === "object" && process.cwd();');
      expect(and.warnings).toHaveLength(1);
    });

    it('says nothing about a bare typeof, nor about a local of the same name', async () => {
      const bare = await artifactOf('export const isNode = typeof process !== "undefined";');
      expect(bare.warnings).toBeUndefined();
      const local = await artifactOf('export const run = (process, window) => process + window; { const Buffer = 1; }');
      expect(local.warnings).toBeUndefined();
    });

    it('warns of any other name the guest lacks', async () => {
      const { warnings } = await artifactOf('export const f = () => new Intl.DateTimeFormat();');
      expect(warnings?.[0]).toMatchObject({ at: { file: 'lib/index.js', line: 1, column: 28 } });
      expect(warnings?.[0]?.message).toContain('"Intl"');
    });
  });

  describe('cache', () => {
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
      ['another version', (text: string) => text.replace('"compilerVersion":2', '"compilerVersion":1')],
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
      expect(
        outcome.status === 'compiled' && again.outcome.status === 'compiled' && again.outcome.artifact.source,
      ).toBe(outcome.status === 'compiled' && outcome.artifact.source);
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

  it('stops when it is aborted', async () => {
    const { packDir, cache } = packWith(library('lib', 'export const a = 1;'));
    await expect(
      compileModule({ packDir, npm: 'lib', cache, run: quickjsRunner().run, signal: AbortSignal.abort() }),
    ).rejects.toThrow('abort');
  });
});
