import type { RunSandboxOptions, WasmPoolCall, WasmWorkerPool } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../../index.node.js';
import { csvModule, jsModule, resolutionOf, wasmModule } from '../testing/modules.js';
import { assemble, FUNCTIONS, type TestFunction } from './testing/assemble.js';

const MODULES = resolutionOf(wasmModule());

const start = (code: string, options: Partial<RunSandboxOptions> = {}) =>
  runInSandbox({ execution: 'inline', code, modules: MODULES, ...options });

async function valueOf(code: string, options?: Partial<RunSandboxOptions>): Promise<unknown> {
  const run = await start(code, options);
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

async function failureOf(code: string, options?: Partial<RunSandboxOptions>) {
  const run = await start(code, options);
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

/** Text of the error that a call rejects with, caught by the program. */
const refusal = (call: string, options?: Partial<RunSandboxOptions>) =>
  valueOf(
    `import * as w from "workshop"; try { await (${call}); return "went through" } catch (e) { return e.name + ": " + e.message }`,
    options,
  );

describe.each(['inline', 'worker'] as const)('a program with a WASM module, %s', (execution) => {
  it('imports its functions by specifier and gets numbers', async () => {
    const code = `import { add, hypot, nothing, echoF64 } from "workshop";
      const rest = [await echoF64(NaN), await echoF64(-Infinity), await echoF64(-0)];
      return [await add(2, 3), await add(2147483647, 1), await hypot(3, 4), typeof await nothing(),
        Number.isNaN(rest[0]), rest[1] === -Infinity, Object.is(rest[2], -0), Number.isNaN(await hypot(NaN, 1))];`;
    // WebAssembly's own addition wraps; the way there does not.
    expect(await valueOf(code, { execution })).toEqual([5, -2_147_483_648, 5, 'undefined', true, true, true, true]);
  });

  it('is stopped in an endless function, which ends its call alone', async () => {
    const modules = resolutionOf(wasmModule({ limits: { callTimeoutMs: 300 } }));
    const code = `import { spin, add } from "workshop";
      const texts = [];
      try { await spin() } catch (e) { texts.push(e.message) }
      return [...texts, await add(20, 22)];`;
    const [text, sum] = (await valueOf(code, { execution, modules })) as [string, number];
    expect(text).toContain('"spin" ran past its per-call timeout of 300 ms');
    expect(text).toContain('terminated and replaced');
    expect(sum).toBe(42);
  });

  it('ends when it is cancelled during a call', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    const startedAt = performance.now();
    const run = await failureOf('import { spin } from "workshop"; await spin()', { execution, signal: abort.signal });
    expect(run.errorInfo.code).toBe('CANCELLED');
    // The call alone could go on for 5 s.
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(await valueOf('import { add } from "workshop"; return add(1, 1)', { execution })).toBe(2);
  });
});

describe('calls of WASM functions', () => {
  it.each([
    ['w.add(2147483648, 0)', /RangeError: .*"workshop".*argument 1 of "add" must be an integer from -2147483648/],
    ['w.add(1.5, 1)', /RangeError: .*not 1\.5/],
    ['w.add(1n, 1)', /TypeError: .*must be a number \(i32\), not bigint/],
    ['w.add(1)', /TypeError: .*takes 2 arguments and got 1/],
    ['w.add("1", 2)', /TypeError: .*not "1"/],
    ['w.add({ length: 1 }, 2)', /TypeError: .*argument 1/],
    ['w.trap()', /WasmTrapError: WASM sandbox module "workshop": "trap" trapped: unreachable/],
    ['w.divide(1, 0)', /WasmTrapError: .*divide by zero/],
    ['w.deep()', /WasmTrapError: .*call stack/],
  ])('reject %s with a text that says why', async (call, text) => {
    expect(await refusal(call)).toMatch(text);
  });

  it('share nothing: what one stores is gone in the next', async () => {
    const code = `import { count, poke } from "workshop";
      return [await count(), await count(), await poke(), await poke()]`;
    expect(await valueOf(code)).toEqual([1, 1, 0, 0]);
  });

  it('come to 256 in one run and no more', async () => {
    const code = `import { add } from "workshop";
      let done = 0;
      const settled = await Promise.allSettled(Array.from({ length: 258 }, (_, i) => add(i, 1)));
      const failed = settled.filter((s) => s.status === "rejected");
      return [settled.filter((s) => s.status === "fulfilled").length, failed.map((s) => s.reason.message)];`;
    const [done, texts] = (await valueOf(code)) as [number, string[]];
    expect(done).toBe(256);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toMatch(/"workshop".*256 WASM calls per invocation/);
  });

  it('do not count when they are refused before they start', async () => {
    const modules = resolutionOf(wasmModule({ limits: { callsPerInvocation: 2 } }));
    const code = `import { add } from "workshop";
      for (let i = 0; i < 10; i++) await add(0.5, 1).catch(() => 0);
      const texts = [await add(1, 1), await add(2, 2)];
      try { await add(3, 3) } catch (e) { texts.push(e.message) }
      return texts`;
    expect(await valueOf(code, { modules })).toEqual([
      2,
      4,
      expect.stringMatching(/"workshop".*has made 2 WASM calls per invocation/),
    ]);
  });

  it('end the run with the name of the budget when nobody catches it', async () => {
    const modules = resolutionOf(wasmModule({ limits: { callsPerInvocation: 1 } }));
    const run = await failureOf('import { add } from "workshop"; await add(1, 1); await add(1, 1)', { modules });
    expect(run.errorInfo).toMatchObject({ code: 'LIMIT', limit: 'WASM_BUDGETS.callsPerInvocation' });
  });

  it('use up the wall clock of the run when they are cut', async () => {
    const modules = resolutionOf(wasmModule({ limits: { callTimeoutMs: 200, wallClockMs: 250, callConcurrency: 1 } }));
    const code = `import { spin, add } from "workshop";
      const texts = [];
      for (const call of [spin, spin, () => add(1, 1)]) await call().catch((e) => texts.push(e.message));
      return texts`;
    const texts = (await valueOf(code, { modules })) as string[];
    expect(texts[0]).toContain('per-call timeout of 200 ms;');
    expect(texts[1]).toContain('per-call timeout of 50 ms, all that was left of the WASM wall clock of 250 ms');
    expect(texts[2]).toMatch(/"workshop".*has used its WASM wall clock of 250 ms/);
  });

  it('start two at a time, in order, and leave the others waiting', async () => {
    let atWork = 0;
    let most = 0;
    const order: number[] = [];
    const wasmPool: WasmWorkerPool = {
      async run(call: WasmPoolCall) {
        order.push(call.args[0] as number);
        most = Math.max(most, ++atWork);
        await new Promise((resolve) => setTimeout(resolve, 5));
        atWork--;
        return { status: 'done', value: call.args[0], elapsedMs: 5 };
      },
    };
    const code = `import { echoI32 } from "workshop";
      return Promise.all([1, 2, 3, 4, 5, 6].map((n) => echoI32(n)))`;
    expect(await valueOf(code, { wasmPool })).toEqual([1, 2, 3, 4, 5, 6]);
    expect({ most, order }).toEqual({ most: 2, order: [1, 2, 3, 4, 5, 6] });
  });

  it('call the function that the alias stands for, by its name in the binary', async () => {
    const calls: unknown[] = [];
    const wasmPool: WasmWorkerPool = {
      run: async ({ exportName, args, timeoutMs, signal }) => {
        calls.push([exportName, args, timeoutMs, signal instanceof AbortSignal]);
        return { status: 'done', value: undefined, elapsedMs: 0 };
      },
    };
    const modules = resolutionOf(
      wasmModule({
        wasm: { memoryPagesMax: 8, exports: [{ wasm: 'echoF64', as: 'echo' }], limits: { callTimeoutMs: 77 } },
      }),
    );
    expect(await valueOf('import { echo } from "workshop"; return echo(1.5)', { wasmPool, modules })).toBeNull();
    expect(calls).toEqual([['echoF64', [1.5], 77, true]]);
  });

  it.each([
    [{ status: 'died', reason: 'its worker ended', elapsedMs: 1 }, /"add" failed: its worker ended/],
    [{ status: 'timeout', elapsedMs: 1 }, /per-call timeout of 5000 ms/],
  ] as const)('say what became of a worker: %j', async (outcome, text) => {
    expect(await refusal('w.add(1, 1)', { wasmPool: { run: async () => outcome } })).toMatch(text);
  });

  it('report a pool that throws as an error of the call', async () => {
    const wasmPool: WasmWorkerPool = {
      run() {
        throw new Error('no pool');
      },
    };
    expect(await refusal('w.add(1, 1)', { wasmPool })).toBe('Error: no pool');
  });
});

describe('a WASM module in a pack', () => {
  const pack = { specifier: 'kit/wasm', packName: 'kit', moduleId: 'lib/x.wasm' };
  const kit = (source: string) => ({ ...jsModule('kit', { 'lib/index.js': source }, 'lib/index.js') });

  it('is the relative import of another file of the pack', async () => {
    const modules = resolutionOf(
      kit('import { add } from "./x.wasm"; export const twice = (n) => add(n, n);'),
      wasmModule(pack),
    );
    expect(await valueOf('import { twice } from "kit"; return twice(21)', { modules })).toBe(42);
  });

  it('may bring JavaScript files of its own', async () => {
    const graph = [
      { id: 'lib/more.js', kind: 'js' as const, source: 'export const more = 1;', dependencies: [], internal: true },
    ];
    const modules = resolutionOf(kit('export { more } from "./more.js";'), wasmModule({ ...pack, graph }));
    expect(await valueOf('import { more } from "kit"; return more', { modules })).toBe(1);
  });

  it('cannot be had by a relative import when it is not declared, nor from another pack', async () => {
    const alone = await failureOf('import "kit"', { modules: resolutionOf(kit('import "./x.wasm";')) });
    expect(alone.errorInfo).toMatchObject({ code: 'MODULE', message: expect.stringContaining('"./x.wasm"') });
    const modules = resolutionOf(jsModule('other', { 'index.js': 'import "./lib/x.wasm";' }), wasmModule(pack));
    expect((await failureOf('import "other"', { modules })).error).toContain('pack other has no such file');
  });

  it('gives no default, no memory and no instance', async () => {
    const code = 'import * as w from "workshop"; return Object.keys(w).sort()';
    expect(await valueOf(code)).toEqual([...wasmModule().wasm.exports.map(({ as }) => as)].sort());
    const run = await failureOf('import w from "workshop"; return w');
    expect(run.error).toContain('module "workshop" has no export named "default"');
  });

  it('is refused before anything runs when it cannot be served', async () => {
    const bytes = assemble({ functions: [structuredClone(FUNCTIONS.add) as unknown as TestFunction] }).subarray(0, 30);
    const run = await failureOf('return 1', { modules: resolutionOf(wasmModule({ bytes })) });
    expect(run.errorInfo).toMatchObject({
      code: 'MODULES',
      message: expect.stringMatching(/module "workshop".*truncated/),
    });
  });

  it('that holds the dispatcher gains nothing past what the run declares', async () => {
    const spy = jsModule('spy', {
      'index.js': `const dispatch = globalThis.__nodetoolWasmDispatch;
        export const kinds = [typeof globalThis.__nodetoolHostDispatch, typeof globalThis.__nodetoolCapabilityDispatch];
        export const call = (...parts) => dispatch(...parts);`,
    });
    const code = `import { call, kinds } from "spy";
      const tried = [];
      for (const parts of [["workshop", "add", [1, 2]], ["workshop", "count", [1]], ["workshop", "_start", []],
        ["csv", "parse", []], ["workshop", "add", { length: 2, 0: 1, 1: 2 }], [], [["workshop"], "add", [1, 2]]]) {
        try { tried.push(await call(...parts)) } catch (e) { tried.push(e.message) }
      }
      return { tried, kinds, left: typeof globalThis.__nodetoolWasmDispatch }`;
    const { tried, kinds, left } = (await valueOf(code, { modules: resolutionOf(wasmModule(), spy) })) as Record<
      string,
      unknown
    >;
    expect(tried).toEqual([
      3,
      expect.stringContaining('"count" takes 0 arguments and got 1'),
      expect.stringContaining('has no export named "_start"'),
      expect.stringContaining('"csv" is not a WASM sandbox module declared'),
      expect.stringContaining('non-list argument: object'),
      expect.stringContaining('undefined is not a WASM sandbox module declared'),
      expect.stringContaining('an array is not a WASM sandbox module declared'),
    ]);
    expect({ kinds, left }).toEqual({ kinds: ['undefined', 'undefined'], left: 'undefined' });
  });

  it('lives beside a host module in one run, each with its own dispatcher', async () => {
    const code = `import { add } from "workshop"; import { stringify } from "@nodetool-ai/sandbox-csv";
      return [await add(1, 2), await stringify([["a"]])]`;
    const hostModules = { csv: { stringify: async () => 'a' } };
    expect(await valueOf(code, { modules: resolutionOf(wasmModule(), csvModule()), hostModules })).toEqual([3, 'a']);
  });
});
