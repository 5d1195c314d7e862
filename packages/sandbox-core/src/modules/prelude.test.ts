import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';
import { csvModule, jsModule, resolutionOf } from './testing/modules.js';

const start = (code: string, options: Partial<RunSandboxOptions>) =>
  runInSandbox({ execution: 'inline', code, ...options });

async function valueOf(code: string, options: Partial<RunSandboxOptions>): Promise<unknown> {
  const run = await start(code, options);
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

async function failureOf(code: string, options: Partial<RunSandboxOptions>) {
  const run = await start(code, options);
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

const pack = jsModule('kit', { 'index.js': 'export const seen = typeof globalThis.fromPrelude; export const n = 4;' });
const modules = resolutionOf(pack);

describe.each(['inline', 'worker'] as const)('a prelude, %s,', (execution) => {
  it('runs before the program and what it imports, after the globals are there', async () => {
    const prelude = 'globalThis.fromPrelude = rate * 2;';
    const options = { execution, prelude, modules, globals: { rate: 3 } };
    expect(await valueOf('import { seen } from "kit"; return [seen, fromPrelude]', options)).toEqual(['number', 6]);
  });
});

describe('a prelude', () => {
  it('keeps its own names to itself', async () => {
    expect(
      await valueOf('return [typeof secret, typeof helper, this === undefined]', {
        prelude: 'const secret = 1; function helper() {}',
      }),
    ).toEqual(['undefined', 'undefined', true]);
  });

  it('may replace a global, and what it defines may be shadowed', async () => {
    const prelude = 'globalThis.toHex = () => "mine"; globalThis.extra = 1;';
    expect(await valueOf('const extra = 2; return [toHex(), extra, globalThis.extra]', { prelude })).toEqual([
      'mine',
      2,
      1,
    ]);
  });

  it('may add to the object that is there for it', async () => {
    const prelude = 'globalThis.nodetool = { ...globalThis.nodetool, version: () => 3 };';
    expect(await valueOf('return nodetool.version()', { prelude })).toBe(3);
  });

  it('moves no line of the program', async () => {
    const prelude = '\n\n\n\nglobalThis.boom = () => {\n  throw new Error("from prelude");\n};\n';
    const run = await failureOf('const a = 1;\n\nthrow new Error("here")', { prelude });
    expect(run.errorInfo).toMatchObject({ code: 'GUEST', line: 3 });
    const inside = await failureOf('const a = 1;\n  boom()', { prelude });
    expect(inside.errorInfo).toMatchObject({ line: 2 });
    expect(inside.stack).toMatch(/sandbox-prelude:6:\d+/);
    expect(inside.stack).toMatch(/user-code:2:\d+/);
  });

  it.each<[string, string, RegExp]>([
    ['throws', 'throw new TypeError("not ready")', /^sandbox prelude: TypeError: not ready \(sandbox-prelude:1:\d+\)$/],
    ['throws no error', 'throw "text"', /^sandbox prelude: .*text/],
    ['does not parse', 'const a = 1;\nconst b = ;', /^sandbox prelude: SyntaxError: .*\(sandbox-prelude:2:\d+\)$/],
    ['rejects at its top level', 'await Promise.reject(new Error("late"))', /^sandbox prelude: late/],
    ['overflows the stack', 'const f = () => f(); f()', /^sandbox prelude: .*call stack/i],
    ['compiles text', 'new (() => {}).constructor("1")', /^sandbox prelude: EvalError: .*code generation/],
    [
      'imports what the run does not serve',
      'import fs from "node:fs";',
      /^sandbox prelude: import of "node:fs" refused: not a sandbox package/,
    ],
    ['imports relative to nothing', 'import "./x.js";', /^sandbox prelude: import of "\.\/x\.js" refused/],
    [
      'imports a bridge',
      'import "nodetool:host-bridge";',
      /^sandbox prelude: import of "nodetool:host-bridge" refused: it is private/,
    ],
    ['imports at run time', 'await import("kit")', /^sandbox prelude: import of "kit" refused: dynamic import\(\)/],
    ['imports an export that is not there', 'import { nope } from "kit";', /^sandbox prelude: SyntaxError: .*nope/],
  ])('that %s fails the run with ENGINE and has no place in the program', async (_what, prelude, text) => {
    const run = await failureOf('return 1', { prelude, modules });
    expect(run.errorInfo.code).toBe('ENGINE');
    expect(run.errorInfo).not.toHaveProperty('line');
    expect(run.error).toMatch(text);
  });

  it('ends at the deadline when it loops or waits without end', async () => {
    for (const prelude of ['for (;;);', 'await new Promise(() => {})', 'await sleep(4000)']) {
      expect((await failureOf('return 1', { prelude, timeoutMs: 100 })).errorInfo.code).toBe('TIMEOUT');
    }
  });

  it('ends with MEMORY when it takes all of it', async () => {
    const prelude = 'const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));';
    expect((await failureOf('return 1', { prelude })).errorInfo.code).toBe('MEMORY');
  });

  it('may import what the run serves, and shares it with the program', async () => {
    const counter = jsModule('counter', { 'index.js': 'export const counter = { n: 0 };' });
    const prelude = 'import { counter } from "counter"; counter.n = 41;';
    expect(
      await valueOf('import { counter } from "counter"; return ++counter.n', {
        prelude,
        modules: resolutionOf(counter),
      }),
    ).toBe(42);
  });

  it('may call a host module while it is evaluated', async () => {
    const prelude = 'import { stringify } from "@nodetool-ai/sandbox-csv"; globalThis.text = await stringify([]);';
    const options = {
      prelude,
      modules: resolutionOf(csvModule()),
      hostModules: { csv: { stringify: async () => 'a,b' } },
    };
    expect(await valueOf('return [text, typeof globalThis.__nodetoolHostDispatch]', options)).toEqual([
      'a,b',
      'undefined',
    ]);
  });

  it('that awaits leaves the static imports of the program to be served', async () => {
    const prelude = 'await null; await import("kit").catch(() => 0); globalThis.ready = true;';
    expect(await valueOf('import { n } from "kit"; return [n, ready]', { prelude, modules })).toEqual([4, true]);
  });

  it('leaves no way to import once it has run: what it keeps for later is refused', async () => {
    const prelude = 'globalThis.load = (specifier) => import(specifier);';
    const code = 'try { return await load("kit") } catch (e) { return e.message }';
    expect(await valueOf(code, { prelude, modules })).toContain('dynamic import()');
  });

  it('may be empty, and is refused when it is not text', async () => {
    expect(await valueOf('return 1', { prelude: '' })).toBe(1);
    const run = await failureOf('return 1', { prelude: 5 as unknown as string });
    expect(run.errorInfo).toMatchObject({ code: 'ENGINE', message: 'sandbox prelude: it must be text' });
  });
});
