import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickjsRunner } from '../test/quickjs-runner.js';
import { packJson, skillText, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import { createCachedLookup } from './cached-lookup.js';
import { createPackCatalog } from './catalog.js';
import { compilePacks, compileSandboxCatalog, loadCatalog } from './compile-packs.js';
import { listPacks } from './list-packs.js';
import { notFoundMessage } from './not-found.js';

/** Three packs: two compiled from a library each, one that cannot be. */
function application() {
  const cwd = temporaryFolder();
  const modules = join(cwd, 'node_modules');
  for (const name of ['one', 'two']) {
    writeTree(join(modules, `pack-${name}`), {
      'package.json': packJson(`pack-${name}`, [{ name: '.', kind: 'js', npm: name }], {
        dependencies: { [name]: '*' },
      }),
      'SKILL.md': skillText(`pack-${name}`),
    });
    writeTree(join(modules, name), {
      'package.json': { name, version: '1.0.0', license: 'MIT', type: 'module', main: 'index.js' },
      'index.js': `export const ${name} = '${name}';`,
    });
  }
  writeTree(join(modules, 'pack-bad'), {
    'package.json': packJson('pack-bad', [{ name: '.', kind: 'js', file: 'entry.js', bundle: true }]),
    'SKILL.md': skillText('pack-bad'),
    'entry.js': 'export const home = process.env.HOME;',
  });
  const cache = new CompiledModuleCache(temporaryFolder());
  const runner = quickjsRunner();
  const options = { cwd, env: { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' }, cache, run: runner.run };
  return { cwd, modules, options, runner };
}

describe('compilePacks', () => {
  it('compiles what it can, says why it skips, and reports every step', async () => {
    const { options } = application();
    const steps: string[] = [];
    const result = await compilePacks({
      ...options,
      concurrency: 1,
      onProgress: ({ phase, specifier, done, total }) => steps.push(`${phase} ${specifier} ${done}/${total}`),
    });
    expect(result).toMatchObject({ compiled: 2, skipped: 1, cacheHits: 0 });
    expect(steps).toEqual([
      'start pack-bad 0/3',
      'done pack-bad 1/3',
      'start pack-one 1/3',
      'done pack-one 2/3',
      'start pack-two 2/3',
      'done pack-two 3/3',
    ]);
    expect(result.findings.map(({ packName, status, code }) => `${packName} ${status} ${code}`)).toEqual([
      'pack-bad skipped npm-module-forbidden-global',
      'pack-one ready npm-module-compiled',
      'pack-two ready npm-module-compiled',
    ]);
    expect(result.findings[0]?.at).toEqual({ file: 'entry.js', line: 1, column: 21 });
    expect(result.catalog.summaries().map(({ specifier }) => specifier)).toEqual(['pack-one', 'pack-two']);
  });

  it('finds everything cached the second time, and compiles exactly one again when one source is touched', async () => {
    const { options, modules, runner } = application();
    await compilePacks(options);
    const starts = runner.starts;
    const second = await compilePacks(options);
    expect(second.cacheHits).toBe(3);
    expect(runner.starts).toBe(starts);
    writeFileSync(join(modules, 'two/index.js'), 'export const two = 2;');
    const third = await compilePacks(options);
    expect(third.modules.filter(({ cached }) => !cached).map(({ specifier }) => specifier)).toEqual(['pack-two']);
    expect(runner.starts).toBe(starts + 2);
  });

  it('compiles all again with force, and one alone with only', async () => {
    const { options } = application();
    await compilePacks(options);
    expect((await compilePacks({ ...options, force: true })).cacheHits).toBe(0);
    expect((await compilePacks({ ...options, only: 'pack-two' })).modules).toHaveLength(1);
  });

  it('tells apart what can be used and what cannot', async () => {
    const { options } = application();
    const { catalog, discoveries, compiled, failures } = await compileSandboxCatalog(options);
    expect(catalog.summaries().map(({ specifier }) => specifier)).toEqual(['pack-one', 'pack-two']);
    expect(discoveries.map(({ packName }) => packName)).toEqual(['pack-bad', 'pack-one', 'pack-two']);
    expect(compiled.map(({ specifier, cached }) => [specifier, cached])).toEqual([
      ['pack-one', false],
      ['pack-two', false],
    ]);
    expect(failures).toMatchObject([{ specifier: 'pack-bad', outcome: { code: 'npm-module-forbidden-global' } }]);
  });

  it.each([
    [undefined, 2],
    [0, 1],
    [4, 4],
    [Number.NaN, 2],
    [99, 8],
  ])('with concurrency %s works on %i modules at the same time', async (concurrency, most) => {
    const cwd = temporaryFolder();
    for (let index = 0; index < 10; index++) {
      const sandboxModules = [{ name: '.', kind: 'js', file: 'index.js', bundle: true }];
      writeTree(join(cwd, `node_modules/pack-${index}`), {
        'package.json': packJson(`pack-${index}`, sandboxModules),
        'index.js': `export const a = ${index};`,
      });
    }
    const busy = { now: 0, most: 0 };
    await compilePacks({
      cwd,
      env: { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' },
      cache: new CompiledModuleCache(temporaryFolder()),
      run: () => Promise.reject(new Error('not needed')),
      onProgress: ({ phase }) => {
        busy.now += phase === 'start' ? 1 : -1;
        busy.most = Math.max(busy.most, busy.now);
      },
      ...(concurrency === undefined ? {} : { concurrency }),
    });
    expect(busy).toEqual({ now: 0, most });
  });

  it('withholds a module and keeps the others when the engine cannot start', async () => {
    const { options } = application();
    const result = await compilePacks({ ...options, run: () => Promise.reject(new Error('no engine')) });
    expect(result.compiled).toBe(0);
    expect(result.modules.map(({ outcome }) => outcome.status)).toEqual(['skipped', 'skipped', 'skipped']);
    expect((await compilePacks(options)).compiled).toBe(2);
  });
});

describe('loadCatalog', () => {
  it('compiles on demand, and starts nothing when all is cached', async () => {
    const { options, runner } = application();
    const catalog = await loadCatalog(options);
    expect(catalog.summaries()).toHaveLength(2);
    const starts = runner.starts;
    const again = await loadCatalog({ ...options, run: () => Promise.reject(new Error('must not start')) });
    expect(again.summaries()).toEqual(catalog.summaries());
    expect(runner.starts).toBe(starts);
  });

  it('answers every request with a status, in order, once each', async () => {
    const { options } = application();
    const catalog = await loadCatalog(options);
    const [summary] = catalog.summaries();
    const { modules, statuses } = catalog.resolveForExecution([
      { specifier: 'pack-two' },
      { specifier: 'pack-bad' },
      { specifier: 'pack-one', contentDigest: summary?.contentDigest ?? '' },
      { specifier: 'pack-two' },
      { specifier: 'pack-tow' },
    ]);
    expect(modules.map(({ specifier }) => specifier)).toEqual(['pack-two', 'pack-one']);
    expect(statuses.map(({ specifier, status, code }) => [specifier, status, code])).toEqual([
      ['pack-two', 'ok', undefined],
      ['pack-bad', 'error', 'module-unavailable'],
      ['pack-one', 'ok', undefined],
      ['pack-tow', 'error', 'module-not-found'],
    ]);
    expect(statuses[1]?.message).toContain('process');
    expect(statuses[3]?.message).toContain('did you mean "pack-two"?');
  });

  it('warns of a pin that differs and serves what is installed', async () => {
    const { options } = application();
    const catalog = await loadCatalog(options);
    const ask = (pin: object) => catalog.resolveForExecution([{ specifier: 'pack-one', ...pin }]);
    expect(ask({ resolvedPackVersion: '9.9.9' }).statuses[0]).toMatchObject({
      status: 'warning',
      code: 'version-mismatch',
    });
    const digest = ask({ contentDigest: '0'.repeat(64) });
    expect(digest.statuses[0]).toMatchObject({ status: 'warning', code: 'content-digest-mismatch' });
    expect(digest.modules).toHaveLength(1);
  });

  it.each([[null], ['text'], [[null, 7, {}, { specifier: 7 }, { specifier: '__proto__' }]]])(
    'does not throw when it is asked %j',
    async (declarations) => {
      const catalog = await loadCatalog(application().options);
      const { modules, statuses } = catalog.resolveForExecution(declarations as never);
      expect(modules).toEqual([]);
      for (const { status } of statuses) expect(status).toBe('error');
    },
  );

  it('serves a host module of a linked workspace package by its id', async () => {
    const app = temporaryFolder({ 'package.json': { workspaces: ['packs/*'] } });
    writeTree(join(app, 'packs/csv'), {
      'package.json': packJson('@nodetool-ai/sandbox-csv', [{ name: '.', kind: 'host', host: 'csv' }]),
    });
    writeTree(join(app, 'node_modules/@nodetool-ai'), {});
    writeTree(app, { 'node_modules/@nodetool-ai/.keep': '' });
    symlinkSync(join(app, 'packs/csv'), join(app, 'node_modules/@nodetool-ai/sandbox-csv'));
    const catalog = await loadCatalog({ cwd: app, env: { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' } });
    const { modules } = catalog.resolveForExecution([{ specifier: '@nodetool-ai/sandbox-csv' }]);
    expect(modules).toMatchObject([{ kind: 'host', hostId: 'csv', packName: '@nodetool-ai/sandbox-csv' }]);
    expect(catalog.diagnostics().map(({ code }) => code)).toEqual(['skill-missing']);
  });
});

describe('createPackCatalog', () => {
  it('offers only what is compiled and names the command for the rest', async () => {
    const { options } = application();
    const lookup = createCachedLookup(options.cache);
    const before = createPackCatalog({ ...options, lookup });
    expect(before.summaries()).toEqual([]);
    expect(before.diagnostics().map(({ code }) => code)).toEqual(Array(3).fill('pending-compile'));
    const { statuses } = before.resolveForExecution([{ specifier: 'pack-one' }]);
    expect(statuses[0]).toMatchObject({ code: 'module-unavailable' });
    expect(statuses[0]?.message).toContain('packs compile');
    await compilePacks(options);
    const after = createPackCatalog({ ...options, lookup });
    expect(after.summaries()).toHaveLength(2);
    const digests = (catalog: typeof after) => catalog.packs().map(({ digest }) => digest);
    for (const [index, digest] of digests(after).entries()) {
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
      // Only what could not be compiled still has the digest over what it declares.
      expect(digest === digests(before)[index]).toBe(after.packs()[index]?.packName === 'pack-bad');
    }
  });
});

describe('listPacks', () => {
  it('shows every module with its state', async () => {
    const { options } = application();
    expect(listPacks(options).rows.map(({ specifier, state }) => [specifier, state])).toEqual([
      ['pack-bad', 'pending'],
      ['pack-one', 'pending'],
      ['pack-two', 'pending'],
    ]);
    await compilePacks(options);
    const { rows } = listPacks(options);
    expect(rows.map(({ specifier, state }) => [specifier, state])).toEqual([
      ['pack-bad', 'skipped'],
      ['pack-one', 'ready'],
      ['pack-two', 'ready'],
    ]);
    expect(rows[1]).toMatchObject({
      library: 'one@1.0.0',
      runsIn: 'guest',
      packVersion: '1.2.3',
      licenses: [{ name: 'one', license: 'MIT' }],
    });
    expect(rows[0]?.message).toContain('process');
  });
});

describe('notFoundMessage', () => {
  it.each([
    [
      '@nodetool-ai/sandbox-cvs',
      '"@nodetool-ai/sandbox-cvs" is not installed; did you mean "@nodetool-ai/sandbox-csv"?',
    ],
    ['csv', '"csv" is not installed; did you mean "@nodetool-ai/sandbox-csv"?'],
    ['papaparse', '"papaparse" is not installed; did you mean "@nodetool-ai/sandbox-csv"?'],
    [
      '@nodetool-ai/sandbox-yaml',
      '"@nodetool-ai/sandbox-yaml" is not installed. Install it: npm install @nodetool-ai/sandbox-yaml',
    ],
    [
      'js-yaml',
      '"js-yaml" is not installed; did you mean "@nodetool-ai/sandbox-yaml"? Install it: npm install @nodetool-ai/sandbox-yaml',
    ],
    [
      'js-tiktoken',
      '"js-tiktoken" is not installed; did you mean "@nodetool-ai/sandbox-tokens"? Install it: npm install @nodetool-ai/sandbox-tokens',
    ],
    ['own', '"own" is not installed. "nodetool packs list" shows what is.'],
    ['quite-different', '"quite-different" is not installed. "nodetool packs list" shows what is.'],
    ['constructor', '"constructor" is not installed. "nodetool packs list" shows what is.'],
  ])('%s', (specifier, message) => {
    expect(notFoundMessage(specifier, ['@nodetool-ai/sandbox-csv'])).toBe(message);
  });
});
