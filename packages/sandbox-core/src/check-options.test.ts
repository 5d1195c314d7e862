import type { RunSandboxOptions } from '@nodetool-ai/protocol';
import { describe, expect, it } from 'vitest';
import { checkOptions } from './check-options.js';
import { runInSandbox } from './index.node.js';

const check = (options: object) => checkOptions({ code: 'return 1', ...options } as unknown as RunSandboxOptions);

describe('options of a run', () => {
  it('are fine as the types have them', () => {
    const controller = new AbortController();
    expect(
      check({
        signal: controller.signal,
        timeoutMs: Number.POSITIVE_INFINITY,
        limits: { secretScope: ['A'], allowPrivateNetwork: true, filesystemAccess: 'host', maxFetchCalls: 0 },
        execution: 'inline',
        onEmit: () => undefined,
        context: null,
        globals: undefined,
      }),
    ).toEqual({ warnings: [] });
  });

  it.each([
    [{ signal: new AbortController() }, /signal must be an AbortSignal/],
    [{ signal: 5 }, /signal must be an AbortSignal/],
    [{ onEmit: 5 }, /onEmit must be a function/],
    [{ onLog: null }, /onLog must be a function/],
    [{ globals: 'rows' }, /globals must be an object/],
    [{ limits: { secretScope: 'A' } }, /secretScope must be a list/],
    [{ limits: { secretScope: new Set(['A']) } }, /secretScope must be a list/],
    [{ limits: { secretScope: { A: true } } }, /secretScope must be a list/],
  ])('that cannot be used end the run before it begins: %#', async (options, text) => {
    expect(check(options).problem).toMatch(text);
    const run = await runInSandbox({ code: 'return 1', ...options } as unknown as RunSandboxOptions);
    expect(run.errorInfo?.code).toBe('ENGINE');
    expect(run.error).toMatch(text);
  });

  it.each([
    [{ timeout: 1 }, /"timeout" is not known.*Did you mean "timeoutMs"\?/],
    [{ secretScope: ['A'] }, /option "secretScope" is not known/],
    [{ timeoutMs: '300' }, /timeoutMs is not a number/],
    [{ execution: 'wroker' }, /execution is none of/],
    [{ limits: { memoryLimitByte: 1 } }, /"memoryLimitByte" is not known.*Did you mean "memoryLimitBytes"\?/],
    [{ limits: { maxFetchCalls: '0' } }, /maxFetchCalls is not a number; its default, 20, holds/],
    [{ limits: { allowPrivateNetwork: 'yes' } }, /allowPrivateNetwork has no value that is known/],
  ])('that have no effect are warned of: %#', async (options, text) => {
    const run = await runInSandbox({ code: 'return 1', ...options } as unknown as RunSandboxOptions);
    expect(run.result).toBe(1);
    expect(run.warnings).toEqual([expect.stringMatching(text)]);
  });

  it('that are wrong cost no worker, however often they come', async () => {
    const signal = new AbortController() as unknown as AbortSignal;
    for (let i = 0; i < 6; i++) await runInSandbox({ code: 'return 1', execution: 'worker', signal });
    const thrower = Object.assign(new AbortController().signal, {
      addEventListener: () => {
        throw new Error('no listeners here');
      },
    });
    for (let i = 0; i < 6; i++) {
      const run = await runInSandbox({ code: 'return 1', execution: 'worker', signal: thrower });
      expect(run.error).toContain('no listeners here');
    }
    const runs = await Promise.all(
      Array.from({ length: 8 }, (_, i) => runInSandbox({ code: `return ${i}`, execution: 'worker' })),
    );
    expect(runs.map(({ result }) => result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('an error about a call', () => {
  it.each([
    ['const a = [];\n  a.mpa((x) => x)', 'TypeError: a.mpa is not a function', 2],
    ['workspace.readFile("x")', 'TypeError: workspace.readFile is not a function', 1],
    ['const f = 1; return f(2)', 'TypeError: f is not a function', 1],
    ['const r = { json: 1 };\nreturn await r.json();', 'TypeError: r.json is not a function. What `fetch` answers', 2],
    ['return [1].map(undefined)', 'TypeError: not a function', 1],
  ])('names what is no function: %s', async (code, text, line) => {
    const run = await runInSandbox({ code, execution: 'inline' });
    expect(run.error).toContain(text);
    expect(run.errorInfo?.line).toBe(line);
  });
});

it('says how much memory there was when it is used up', async () => {
  const run = await runInSandbox({
    code: 'const a = []; for (;;) a.push(new Uint8Array(65536));',
    limits: { memoryLimitBytes: 2 ** 21 },
  });
  expect(run.errorInfo).toMatchObject({ code: 'MEMORY', limit: 'memoryLimitBytes' });
  expect(run.error).toContain('2097152 bytes');
});
