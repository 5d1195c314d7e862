import { fileURLToPath } from 'node:url';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { describe, expect, it } from 'vitest';
import { packJson, temporaryFolder, writeTree } from '../test/temporary-app.js';
import { CompiledModuleCache } from './cache.js';
import { compileModule } from './compile-module.js';
import { compilePacks } from './compile-packs.js';

/** One pack over one library, probed as it will run. */
async function probe(index: string) {
  const packDir = temporaryFolder();
  writeTree(packDir, {
    'package.json': packJson('greeter', [{ name: '.', kind: 'js', npm: 'lib' }], { dependencies: { lib: '*' } }),
    'node_modules/lib/package.json': { name: 'lib', version: '1.0.0', type: 'module', main: 'index.js' },
    'node_modules/lib/index.js': index,
  });
  return (await compileModule({ packDir, npm: 'lib', cache: new CompiledModuleCache(temporaryFolder()) })).outcome;
}

describe('admission in the guest that runs will have', () => {
  it('admits a plain module and measures it', async () => {
    const outcome = await probe('export const a = new Uint8Array(4_000_000); export default function greet() {}');
    expect(outcome).toMatchObject({ status: 'compiled', artifact: { exports: ['a', 'default'], pure: true } });
    expect(outcome.status === 'compiled' && outcome.artifact.peakMemoryBytes).toBeGreaterThanOrEqual(3_900_000);
  });

  it('sees that a module changed a built-in object or left a global', async () => {
    for (const index of [
      'String.prototype.shout = 1; export const a = 1;',
      'Math.max = () => 7; export const a = 1;',
      'globalThis.leak = 1; export const a = 1;',
      'Object.setPrototypeOf(Array.prototype, { evil: 1 }); export const a = 1;',
    ]) {
      expect(await probe(index)).toMatchObject({ status: 'compiled', artifact: { pure: false } });
    }
  });

  it.each([
    ['throws', 'throw new RangeError("not today"); export const a = 1;', /RangeError.*not today/],
    ['reads what no guest has', 'export const a = globalThis.process.cwd();', /TypeError/],
    ['generates code', 'export const a = (() => {}).constructor("return 1")();', /GUEST/],
    ['never ends', 'export const a = 1; for (;;) {}', /TIMEOUT/],
    [
      'fills the memory',
      'const all = []; for (;;) all.push(new Uint8Array(1_000_000)); export const a = all;',
      /MEMORY/,
    ],
    ['recurses without end', 'const f = () => f() + 1; export const a = f();', /STACK|InternalError|RangeError/],
  ])('refuses a module that %s', async (_what, index, message) => {
    const outcome = await probe(index);
    expect(outcome).toMatchObject({ status: 'skipped', code: 'npm-module-probe-failed' });
    expect(outcome.status === 'skipped' && outcome.message).toMatch(message);
    const alive = await runInSandbox({ code: 'return 1 + 1' });
    expect(alive.result).toBe(2);
  });
});

describe('the packs of this repository', () => {
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));

  it('are found, compiled, admitted, and answer in a guest', { timeout: 120_000 }, async () => {
    const { catalog, skipped, findings } = await compilePacks({
      cwd,
      cache: new CompiledModuleCache(temporaryFolder()),
    });
    expect(findings.filter(({ status }) => status === 'error' || status === 'skipped')).toEqual([]);
    expect(skipped).toBe(0);
    const names = catalog.summaries().map(({ specifier }) => specifier);
    for (const name of ['csv', 'html', 'markdown', 'yaml']) expect(names).toContain(`@nodetool-ai/sandbox-${name}`);

    const modules = catalog.resolveForExecution([
      { specifier: '@nodetool-ai/sandbox-yaml' },
      { specifier: '@nodetool-ai/sandbox-markdown' },
    ]);
    const run = await runInSandbox({
      code: `
        import yaml, { load } from "@nodetool-ai/sandbox-yaml";
        import { marked } from "@nodetool-ai/sandbox-markdown";
        return [load("name: nodetool\\ntags: [a, b]\\n"), yaml.load === load, marked.parse("# Title\\n")];`,
      modules,
    });
    expect(run.error).toBeUndefined();
    expect(run.result).toEqual([{ name: 'nodetool', tags: ['a', 'b'] }, true, '<h1>Title</h1>\n']);
  });
});
