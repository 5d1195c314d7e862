import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackCatalog, readPack } from '@nodetool-ai/sandbox-compiler';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assemble } from './build.mjs';

const SPECIFIER = 'example-arithmetic';
const here = fileURLToPath(new URL('.', import.meta.url));
const env = { NODETOOL_SHIPPED_PACKS_DIR: '/nonexistent' };
const catalog = createPackCatalog({ cwd: here, env });
const modules = catalog.resolveForExecution([{ specifier: SPECIFIER }]);

/** What an expression over the pack's functions comes to in a guest, or the message it rejects with. */
async function valueOf(expression: string): Promise<unknown> {
  const code = `import * as pack from ${JSON.stringify(SPECIFIER)};
const { add, hypot, grow, callsBefore, spin, trap } = pack;
try { return { value: await (${expression}) }; } catch (error) { return { error: error.name + ': ' + error.message }; }`;
  const run = await runInSandbox({ code, modules, timeoutMs: 30_000 });
  if (!run.success) throw new Error(run.error);
  const { value, error } = run.result as { value?: unknown; error?: string };
  return error ?? value;
}

/** What is said of a copy of the pack whose module is declared otherwise. */
function findingWith(change: (module: { exports: unknown[]; memoryPagesMax: number }) => void): unknown {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'nodetool-wasm-pack-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(here, dir, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  change(manifest.nodetool.sandboxModules[0]);
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
  const answer = readPack(dir, { kind: 'installed', trusted: false });
  return answer.status === 'error' ? answer.finding : answer.status;
}

describe('wasm-pack', () => {
  it('is the binary of its text', async () => {
    expect(readFileSync(join(here, 'arithmetic.wasm'))).toEqual(Buffer.from(await assemble()));
  });

  it('is found and admitted', () => {
    expect(catalog.diagnostics().filter(({ packName }) => packName === SPECIFIER)).toEqual([]);
    expect(catalog.summaries()).toContainEqual(expect.objectContaining({ specifier: SPECIFIER, kind: 'wasm' }));
    expect(modules.statuses).toEqual([{ specifier: SPECIFIER, packName: SPECIFIER, status: 'ok' }]);
  });

  it('offers its functions and nothing else', async () => {
    expect(await valueOf('Object.keys(pack)')).toEqual(['add', 'callsBefore', 'grow', 'hypot', 'spin', 'trap']);
  });

  it.each([
    ['add(2, 3)', 5],
    ['add(2147483647, 1)', -2147483648],
    ['hypot(3, 4)', 5],
    ['hypot(NaN, 1).then(Number.isNaN)', true],
    ['grow(1)', 1],
    ['grow(100000)', -1],
    ['Promise.all([callsBefore(), callsBefore()])', [0, 0]],
    ['callsBefore().then(() => callsBefore())', 0],
  ])('%s is %j', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value);
  });

  it.each([
    ['add(2147483648, 0)', /i32/],
    ['add(1.5, 1)', /i32/],
    ['add(1)', /argument/],
    ['add("1", 1)', /number/],
    ['add(1n, 1)', /number/],
    ['trap()', /^WasmTrapError: .*unreachable/],
  ])('%s is refused', async (expression, message) => {
    expect(await valueOf(expression)).toMatch(message);
  });

  it('ends a call that never would, and serves the next one', { retry: 2 }, async () => {
    const answers = (await valueOf(`(async () => {
      const startedAt = Date.now();
      const ended = await spin().catch((error) => error.message);
      return [ended, Date.now() - startedAt, await add(2, 3)];
    })()`)) as [string, number, number];
    expect(answers[0]).toContain('per-call timeout');
    expect(answers[1]).toBeLessThan(5300);
    expect(answers[2]).toBe(5);
  });

  it('refuses the call after 256', async () => {
    const answers = await valueOf(`(async () => {
      for (let done = 0; ; done += 1) {
        try { await add(done, 1); } catch (error) { return [done, error.message]; }
      }
    })()`);
    expect(answers).toEqual([256, expect.stringContaining('WASM calls per invocation')]);
  });

  it('is refused when it lists the function of 64-bit integers', () => {
    expect(findingWith(({ exports }) => exports.push('wide'))).toMatchObject({
      status: 'error',
      code: 'wasm-export',
      message: expect.stringMatching(/"wide".*i64/),
    });
  });

  it('is refused when its memory may grow past what it declares', () => {
    const change = (module: { memoryPagesMax: number }) => {
      module.memoryPagesMax = 15;
    };
    expect(findingWith(change)).toMatchObject({ code: 'wasm-memory' });
    expect(findingWith(() => undefined)).toBe('ok');
  });
});
