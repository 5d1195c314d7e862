import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { library, packWith } from '../test/library-pack.js';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { type FileTree, packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import { compileModule } from './compile-module.js';

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

    it('says so for a bare typeof too, and nothing about a local of the same name', async () => {
      const bare = await artifactOf('export const isNode = typeof process !== "undefined";');
      expect(bare.warnings).toEqual([expect.objectContaining({ message: expect.stringContaining('only asked for') })]);
      const local = await artifactOf('export const run = (process, window) => process + window; { const Buffer = 1; }');
      expect(local.warnings).toBeUndefined();
    });

    it('warns of any other name the guest lacks', async () => {
      const { warnings } = await artifactOf('export const f = () => new Intl.DateTimeFormat();');
      expect(warnings?.[0]).toMatchObject({ at: { file: 'lib/index.js', line: 1, column: 28 } });
      expect(warnings?.[0]?.message).toContain('"Intl"');
    });
  });

  it('stops when it is aborted', async () => {
    const { packDir, cache } = packWith(library('lib', 'export const a = 1;'));
    await expect(
      compileModule({ packDir, npm: 'lib', cache, run: quickjsRunner().run, signal: AbortSignal.abort() }),
    ).rejects.toThrow('abort');
  });
});
