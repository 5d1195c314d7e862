import type { RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { createSandboxClock, getSandboxManifest, runInSandbox } from './index.node.js';

const inline = (code: string, options: Partial<RunSandboxOptions> = {}): Promise<RunSandboxResult> =>
  runInSandbox({ execution: 'inline', code, ...options });

async function valueOf(code: string, options?: Partial<RunSandboxOptions>): Promise<unknown> {
  const run = await inline(code, options);
  if (!run.success) throw new Error(`${run.errorInfo.code}: ${run.error}`);
  return run.result;
}

async function failureOf(code: string, options?: Partial<RunSandboxOptions>) {
  const run = await inline(code, options);
  if (run.success) throw new Error(`succeeded with ${JSON.stringify(run.result)}`);
  return run;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('runInSandbox', () => {
  it('resolves for whatever it is given', async () => {
    for (const options of [undefined, null, {}, { code: 5 }, { code: '' }, { code: ' \n ' }]) {
      const run = await runInSandbox(options as unknown as RunSandboxOptions);
      expect(run).toEqual({
        success: false,
        error: 'No code provided',
        logs: [],
        errorInfo: { code: 'NO_CODE', name: '', message: 'No code provided' },
      });
    }
  });

  it('runs nothing when the signal was aborted before', async () => {
    let calls = 0;
    const run = await failureOf('await touch()', {
      signal: AbortSignal.abort(),
      globals: { touch: () => calls++ },
    });
    expect(run.error).toBe('Execution cancelled');
    expect(calls).toBe(0);
  });

  it('reports usage', async () => {
    const { usage } = await inline('await f(); emit("a", 1); return new Uint8Array(5_000_000).length', {
      globals: { f: () => 1 },
    });
    expect(usage).toMatchObject({ fetchCalls: 0, bridgeCalls: 2, emitCalls: 1, suspendedMs: 0 });
    expect(usage?.peakMemoryBytes).toBeGreaterThan(5_000_000);
    expect(usage?.cpuMs).toBeGreaterThan(0);
    expect(usage?.wallMs).toBeGreaterThanOrEqual(usage?.cpuMs ?? 0);
  });

  // Code that counts its own lines makes the guest several times as large.
  it.skipIf(process.env.GUEST_COVERAGE)('counts no bytes of the run before', async () => {
    await inline('globalThis.keep = new Uint8Array(3_000_000)');
    const { usage } = await inline('return 1');
    expect(usage?.peakMemoryBytes).toBeLessThan(2_000_000);
  });

  it('evaluates a prelude before the program, in a module of its own', async () => {
    expect(await valueOf('return twice(4)', { prelude: 'globalThis.twice = (n) => n * 2;' })).toBe(8);
    const run = await failureOf('return 1', { prelude: 'throw new Error("not ready")' });
    expect(run.errorInfo.code).toBe('ENGINE');
    expect(run.error).toContain('not ready');
  });

  it('waits for a prelude that awaits the host at its top level', async () => {
    const options = { prelude: 'globalThis.rate = await f();', globals: { f: async () => 3 } };
    expect(await valueOf('return rate', options)).toBe(3);
    expect((await failureOf('return 1', { prelude: 'await new Promise(() => {})' })).errorInfo.code).toBe('TIMEOUT');
    const rejected = await failureOf('return 1', { prelude: 'await Promise.reject(new Error("no rate"))' });
    expect(rejected.errorInfo).toMatchObject({ code: 'ENGINE', message: expect.stringContaining('no rate') });
  });

  it('evaluates modules that await at their top level before the program', async () => {
    const file = {
      id: 'm.js',
      kind: 'js' as const,
      source: 'await null; export const v = await Promise.resolve(3);',
      dependencies: [],
      internal: false,
    };
    const module = {
      specifier: 'late',
      packName: 'late',
      moduleId: 'm.js',
      contentDigest: 'a'.repeat(64),
      kind: 'js' as const,
      source: file.source,
      graph: [file],
    };
    expect(await valueOf('import { v } from "late"; return v', { modules: { modules: [module], statuses: [] } })).toBe(
      3,
    );
  });

  it('ends a prelude that never ends', async () => {
    expect((await failureOf('return 1', { prelude: 'for (;;);', timeoutMs: 50 })).errorInfo.code).toBe('TIMEOUT');
  });

  it('says at once that a program waits for nothing', async () => {
    const run = await failureOf('await new Promise(() => {})', { timeoutMs: 600_000 });
    expect(run.errorInfo.code).toBe('TIMEOUT');
    expect(run.error).toContain('nothing is left to settle');
    expect(run.error).toContain('time limit');
  });

  it('ends a program that waits too long for the host', async () => {
    const run = await failureOf('await slow()', { timeoutMs: 60, globals: { slow: () => pause(5000) } });
    expect(run.errorInfo.code).toBe('TIMEOUT');
  });

  it('does not charge waiting to a program while the clock stands', async () => {
    const clock = createSandboxClock();
    const ask = async () => {
      const resume = clock.suspend();
      await pause(300);
      resume();
      return 'yes';
    };
    const run = await inline('return await ask()', { timeoutMs: 120, clock, globals: { ask } });
    expect(run).toMatchObject({ success: true, result: 'yes' });
    expect(run.usage?.suspendedMs).toBeGreaterThan(250);
    expect((await failureOf('return await ask()', { timeoutMs: 120, globals: { ask } })).errorInfo.code).toBe(
      'TIMEOUT',
    );
  });

  it('credits no more suspension than the allowance', async () => {
    const clock = createSandboxClock();
    clock.suspend();
    const run = await failureOf('await wait()', {
      timeoutMs: 50,
      clock,
      suspendAllowanceMs: 100,
      globals: { wait: () => pause(5000) },
    });
    expect(run.errorInfo.code).toBe('TIMEOUT');
    expect(run.usage?.suspendedMs).toBe(100);
  });

  it('credits nothing while the guest is busy', async () => {
    const clock = createSandboxClock();
    clock.suspend();
    expect((await failureOf('for (;;);', { timeoutMs: 50, clock })).errorInfo.code).toBe('TIMEOUT');
  });

  it('calls no callback once the run has ended', async () => {
    const seen: string[] = [];
    let answerLate: (() => void) | undefined;
    const run = await inline('later(); emit("a", 1); return 1', {
      globals: {
        later: () =>
          new Promise<void>((resolve) => {
            answerLate = resolve;
          }),
      },
      onEmit: (name) => {
        seen.push(name);
      },
    });
    expect(run.success).toBe(true);
    answerLate?.();
    await pause(20);
    expect(seen).toEqual(['a']);
  });

  it('fails a run whose emit fails after the body has returned', async () => {
    const run = await failureOf('emit("a", 1); return 1', {
      onEmit: async () => {
        await pause(5);
        throw new RangeError('full');
      },
    });
    expect(run.errorInfo).toMatchObject({ code: 'GUEST', name: 'RangeError', message: 'full' });
  });

  it('delivers emitted values one at a time and in call order', async () => {
    const order: unknown[] = [];
    let open = 0;
    let most = 0;
    await inline('for (let i = 0; i < 20; i++) emit("a", i);', {
      async onEmit(_name, value) {
        most = Math.max(most, ++open);
        await pause(1);
        order.push(value);
        open--;
      },
    });
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(most).toBe(1);
  });

  it('refuses an emitted object past maxOutputSize and cuts a text', async () => {
    const limits = { maxOutputSize: 2000 };
    expect(
      await valueOf('try { await emit("a", { s: "x".repeat(3000) }) } catch (e) { return [e.name, e.message] }', {
        limits,
      }),
    ).toEqual(['RangeError', expect.stringContaining('maxOutputSize')]);
    const run = await inline('emit("a", "x".repeat(3000))', { limits });
    expect(run.emitted?.[0]?.value).toBe(`${'x'.repeat(2000)}\n...[truncated]`);
    expect(run.warnings?.[0]).toContain('maxOutputSize');
  });

  it('turns a result past maxOutputSize into its text and says so', async () => {
    const run = await inline('return ["x".repeat(3000)]', { limits: { maxOutputSize: 1024 } });
    expect(run).toMatchObject({ success: true, truncated: { result: true } });
    expect((run.result as string).startsWith('["xxx')).toBe(true);
  });

  it('says of a result that cannot leave that it cannot, and believes no error that only says so', async () => {
    const failed = await failureOf('return { a: [Promise.resolve(1)] }');
    expect(failed.errorInfo).toMatchObject({ code: 'UNSERIALIZABLE' });
    expect(failed.error).toContain('result.a[0]');
    const forged = 'throw Object.assign(new TypeError("x"), { code: "UNSERIALIZABLE" })';
    expect((await failureOf(forged)).errorInfo.code).toBe('GUEST');
    expect((await failureOf('await emit("a", Promise.resolve(1))')).errorInfo).toMatchObject({
      code: 'GUEST',
      name: 'TypeError',
    });
  });

  it('honours toJSON wherever it comes from', async () => {
    expect(await valueOf('return { u: new URL("http://a/b"), d: new Date(0), l: [new URL("x:y")] }')).toEqual({
      u: 'http://a/b',
      d: '1970-01-01T00:00:00.000Z',
      l: ['x:y'],
    });
    expect(
      await valueOf('class M { constructor() { this.c = 1 } toJSON() { return "M" } } return [{ m: new M() }]'),
    ).toEqual([{ m: 'M' }]);
    expect(await valueOf('Object.prototype["to" + "JSON"] = function () { return 7 }; return { a: [1] }')).toBe(7);
    expect(await valueOf('Array.prototype["to" + "JSON"] = () => 8; return { a: [1] }')).toEqual({ a: 8 });
  });

  it('lets a name be set once by output', async () => {
    const run = await inline('await output("a", 1); try { await output("a", 2) } catch (e) { return e.message }');
    expect(run).toMatchObject({ success: true, outputs: { a: 1 } });
    expect(run.result).toContain('already set');
  });

  it('stops an endless flood of bridge calls at maxBridgeCalls, by name', async () => {
    const run = await failureOf('for (;;) await f()', { limits: { maxBridgeCalls: 1000 }, globals: { f: () => 1 } });
    expect(run.errorInfo).toMatchObject({ code: 'LIMIT', limit: 'maxBridgeCalls' });
  });

  it('holds back calls past maxInFlightBridgeCalls, in order', async () => {
    let open = 0;
    let most = 0;
    const f = async (n: number) => {
      most = Math.max(most, ++open);
      await pause(2);
      open--;
      return n;
    };
    const code = 'return await Promise.all([...Array(12).keys()].map((n) => f(n)))';
    expect(await valueOf(code, { limits: { maxInFlightBridgeCalls: 3 }, globals: { f } })).toEqual([
      ...Array(12).keys(),
    ]);
    expect(most).toBe(3);
  });

  it('gives a rejected call the error class, message and code of the host, and nothing else', async () => {
    const fail = () => {
      throw Object.assign(new TypeError('no such row'), { code: 'E_ROW', cause: new Error('/secret/path') });
    };
    const code = `try { await fail() } catch (e) {
      return [e instanceof TypeError, e.name, e.message, e.code, e.cause === undefined, /file:|node:|\\.ts/.test(e.stack ?? "")];
    }`;
    expect(await valueOf(code, { globals: { fail } })).toEqual([
      true,
      'TypeError',
      'no such row',
      'E_ROW',
      true,
      false,
    ]);
  });

  it('refuses what cannot cross, naming the path', async () => {
    const globals = { f: (x: unknown) => x, bad: () => () => 1 };
    expect(await valueOf('try { await f({ a: [() => 1] }) } catch (e) { return e.message }', { globals })).toContain(
      '.a[0]',
    );
    expect(await valueOf('try { await f([f(1)]) } catch (e) { return e.message }', { globals })).toContain(
      'not awaited',
    );
    expect(await valueOf('try { await bad() } catch (e) { return e.name }', { globals })).toBe('TypeError');
  });

  it('names each global that contains a cycle, before any guest code runs', async () => {
    const cfg: Record<string, unknown> = {};
    cfg['self'] = cfg;
    const run = await failureOf('return 1', { globals: { ok: 1, cfg } });
    expect(run.errorInfo.code).toBe('GLOBALS');
    expect(run.error).toContain('"cfg"');
    expect(run.error).not.toContain('"ok"');
  });

  it('ignores globals whose names the sandbox uses, with a warning', async () => {
    const run = await inline('return typeof JSON.parse', {
      globals: { JSON: 1, console: 2, 'a-b': 3, class: 4, __nodetoolX: 5 },
    });
    expect(run).toMatchObject({ success: true, result: 'function' });
    expect(run.warnings).toHaveLength(5);
  });

  it('says by name what is absent', async () => {
    const run = await failureOf('new WebSocket("wss://example.com")');
    expect(run.errorInfo).toMatchObject({ code: 'GUEST', name: 'ReferenceError', line: 1, column: expect.any(Number) });
    expect(run.error).toContain('WebSocket is not defined. ');
  });

  it('keeps frames of its own out of stacks', async () => {
    const { stack } = await failureOf('await parallelMap([1], () => { throw new Error("x") })');
    expect(stack).toContain('user-code:1:');
    expect(stack).not.toContain('nodetool:guest');
  });

  it('writes globals back after a return and after a throw, not after a timeout', async () => {
    const state = { n: 1, list: [1], gone: true };
    await inline('state.n++; state.list.push(2); delete state.gone;', { globals: { state } });
    expect(state).toEqual({ n: 2, list: [1, 2] });
    await inline('state.n = 10; throw new Error("x")', { globals: { state } });
    expect(state.n).toBe(10);
    await inline('state.n = 11; for (;;);', { globals: { state }, timeoutMs: 40 });
    expect(state.n).toBe(10);
  });

  it('writes a key named __proto__ back as a key', async () => {
    const state: Record<string, unknown> = {};
    await inline('Object.defineProperty(state, "__proto__", { value: { x: 1 }, enumerable: true })', {
      globals: { state },
    });
    expect(Object.keys(state)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
  });

  it('gives functions of an object global back as they were, wherever they sit', async () => {
    const find = () => 1;
    const state = { n: 1, db: { find, rows: [1] } };
    await inline('state.n = await state.db.find(); state.db.rows.push(2)', { globals: { state } });
    expect(state).toEqual({ n: 1, db: { find, rows: [1, 2] } });
    await inline('delete state.db.find', { globals: { state } });
    expect(state).toEqual({ n: 1, db: { rows: [1, 2] } });
  });

  it('does not copy a frozen global back', async () => {
    const rows = Object.freeze([1, 2]);
    const run = await inline('rows.push(3); return rows.length', { globals: { rows } });
    expect(run).toMatchObject({ success: true, result: 3 });
    expect(run.warnings).toBeUndefined();
    expect(rows).toEqual([1, 2]);
  });

  it('takes large bytes out of a guest that has no room for a second copy', async () => {
    const code = `const big = new Uint8Array(40 << 20); big[0] = 1; big[big.length - 1] = 9;
      const part = new Float64Array(big.buffer, 8, 10_000); part[0] = 2.5;
      return await sum({ big, part, map: new Map([["k", big.subarray(0, 100_000)]]) })`;
    const sum = ({ big, part, map }: { big: Uint8Array; part: Float64Array; map: Map<string, Uint8Array> }) => [
      big.constructor === Uint8Array,
      big.length,
      big[0],
      big.at(-1),
      part.constructor === Float64Array,
      part.length,
      part[0],
      part.buffer.byteLength,
      map.get('k')?.length,
      map.get('k')?.buffer.byteLength,
    ];
    expect(await valueOf(code, { globals: { sum } })).toEqual([
      true,
      40 << 20,
      1,
      9,
      true,
      10_000,
      2.5,
      80_000,
      100_000,
      100_000,
    ]);
  });

  it('gives bytes that a getter took away while they were packed as empty ones', async () => {
    const code = `const bytes = new Uint8Array(100_000);
      return await size({ bytes, get taken() { bytes.buffer.transfer(); return 1; }, pad: new Uint8Array(70_000) })`;
    const size = (value: { bytes: Uint8Array; pad: Uint8Array }) => [value.bytes.length, value.pad.length];
    expect(await valueOf(code, { globals: { size } })).toEqual([0, 70_000]);
  });

  it('refuses an array of endless length at once', async () => {
    const globals = { f: (x: unknown) => x };
    const code = 'const a = []; a.length = 4294967295; try { await f(a) } catch (e) { return e.name }';
    expect(await valueOf(code, { globals })).toBe('RangeError');
    expect((await failureOf('const a = []; a.length = 4294967295; return a')).errorInfo.name).toBe('RangeError');
  });

  it('refuses an import whose name holds a NUL', async () => {
    const file = { id: 'm.js', kind: 'js' as const, source: 'export const v = 1;', dependencies: [], internal: false };
    const module = {
      specifier: 'x',
      packName: 'x',
      moduleId: 'm.js',
      contentDigest: 'a'.repeat(64),
      kind: 'js' as const,
      source: file.source,
      graph: [file],
    };
    const modules = { modules: [module], statuses: [] };
    expect(await valueOf('import { v } from "x"; return v', { modules })).toBe(1);
    const run = await failureOf('\nimport { v } from "x\\u0000y"; return v', { modules });
    expect(run.errorInfo).toMatchObject({ code: 'MODULE', line: 2 });
    expect(run.error).toContain('not a sandbox package this run serves');
  });

  it('points at the statement that failed', async () => {
    expect((await failureOf('const rows = [];\nreturn rows[0].name')).errorInfo.line).toBe(2);
  });

  it('refuses arguments that are too large to cross, by name', async () => {
    const run = await failureOf('await f(new Uint8Array(90 << 20))', {
      limits: { memoryLimitBytes: 200 << 20 },
      globals: { f: () => 1 },
    });
    expect(run.errorInfo).toMatchObject({ code: 'LIMIT', limit: 'MAX_ARGUMENT_BYTES' });
  });

  it.each([
    ['emits too often', 'for (let i = 0; i < 10_000; i++) emit("a", i); await emit("a", 0)', 'MAX_EMIT_CALLS'],
    ['sets too many outputs', 'for (let i = 0; i < 1001; i++) await output("o" + i, i)', 'MAX_OUTPUT_HANDLES'],
    ['hands out too large a value', 'await emit("a", ["x".repeat(100_000)])', 'maxOutputSize'],
  ])('names the limit of a program that %s', async (_, code, limit) => {
    const run = await failureOf(code, { onEmit: () => undefined });
    expect(run.errorInfo).toMatchObject({ code: 'LIMIT', name: 'RangeError', limit });
    expect(getSandboxManifest().limits.map(({ key }) => key)).toContain(limit);
  });

  it('does not hand its own functions to a hook for stacks', async () => {
    const code = `const seen = [];
      Error.prepareStackTrace = (error, sites) => { seen.push(...sites); return "mine"; };
      try { await f(() => 1) } catch {}
      return [seen.length, typeof new Error("x").stack]`;
    expect(await valueOf(code, { globals: { f: () => 1 } })).toEqual([0, 'string']);
  });

  it('tells where a loop was when its time was over', async () => {
    const at = async (code: string) => (await failureOf(code, { timeoutMs: 40 })).errorInfo.line;
    expect(await at('let x = 0;\n\nwhile (true) { x++ }')).toBe(3);
    expect(await at('await null;\nfor (;;) await null;')).toBe(2);
    expect(await at('const f = () => {\n  for (;;) {\n    Math.max(1);\n  }\n};\nf();')).toBe(3);
  });

  it('tells where memory ran out, and where an argument was refused', async () => {
    const full = await failureOf('const a = [];\nfor (;;) {\n  a.push(new Uint8Array(1 << 20));\n}');
    expect(full.errorInfo).toMatchObject({ code: 'MEMORY', line: 3 });
    const refused = await failureOf('const a = 1;\n\nawait f({ t: Promise.resolve(1) });', { globals: { f: () => 1 } });
    expect(refused.errorInfo).toMatchObject({ code: 'GUEST', name: 'TypeError', line: 3 });
    expect(refused.error).toContain('arguments[0].t is a promise that was not awaited');
  });

  it('tells where a bridge was called that nobody caught', async () => {
    const globals = { f: () => Promise.reject(new Error('no')) };
    expect((await failureOf('const a = 1;\nawait f();', { globals })).errorInfo).toMatchObject({ line: 2 });
    expect((await failureOf('await null;\n\nawait f();', { globals })).errorInfo).toMatchObject({ line: 3 });
  });

  it('warns when a global changed its kind or cannot travel, and leaves it alone', async () => {
    const a = [1];
    const b = { x: 1 };
    const run = await inline('a = 5; b.self = b;', { globals: { a, b } });
    expect(a).toEqual([1]);
    expect(b).toEqual({ x: 1 });
    expect(run.warnings).toHaveLength(2);
  });

  it('closes with LIMIT when an un-caught limit error ends the program, not when the program makes one itself', async () => {
    const run = await failureOf(
      'throw Object.assign(new RangeError("x"), { code: "LIMIT:maxBridgeCalls", limit: "y" })',
    );
    expect(run.errorInfo.code).toBe('GUEST');
  });

  it('reads a thrown null as a program error while there was memory', async () => {
    expect((await failureOf('throw null')).errorInfo.code).toBe('GUEST');
  });
});
