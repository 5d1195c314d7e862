import { getEventListeners } from 'node:events';
import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';

/** What a busy machine may add. */
const SLACK_MS = 2000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => undefined);

describe.each(['inline', 'worker'] as const)('an abort, %s', (execution) => {
  const run = (code: string, options: Partial<RunSandboxOptions> = {}) => runInSandbox({ execution, code, ...options });
  const abortedAfter = (ms: number) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), ms);
    return abort.signal;
  };
  const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

  beforeAll(async () => {
    await run('return 1');
  });

  it.each([
    ['for the caller', 'await ask()'],
    ['for a sleep', 'await sleep(5000)'],
    ['for a value of a stream', 'await stream.first("a")'],
  ])('ends at once a program that waits %s', async (_, code) => {
    const signal = abortedAfter(50);
    const startedAt = performance.now();
    const ended = await run(`console.log("in"); emit("a", 1); ${code}; emit("a", 2)`, {
      signal,
      globals: { ask: never },
      onTakeInput: never,
    });
    expect(performance.now() - startedAt).toBeLessThan(50 + SLACK_MS);
    expect(ended).toMatchObject({ error: 'Execution cancelled', logs: ['in'], emitted: [{ name: 'a', value: 1 }] });
    expect(ended.errorInfo?.code).toBe('CANCELLED');
    expect(listeners(signal)).toBe(0);
  });

  it('makes nothing of a program whose signal has fired before', async () => {
    const seen: string[] = [];
    const state = { n: 0 };
    const ended = await run('console.log("ran"); state.n = 1; await called(); emit("a", 1)', {
      signal: AbortSignal.abort(),
      globals: { state, called: () => seen.push('called') },
      onLog: () => seen.push('log'),
      onEmit: () => void seen.push('emit'),
    });
    expect(ended).toMatchObject({ error: 'Execution cancelled', logs: [], usage: { cpuMs: 0, bridgeCalls: 0 } });
    expect([seen, state.n]).toEqual([[], 0]);
  });

  it('calls nothing of the caller any more, and drops what comes late', async () => {
    const abort = new AbortController();
    const late: string[] = [];
    const note = (what: string) => () => {
      if (abort.signal.aborted) late.push(what);
    };
    const ended = await run(
      `const loop = async (step) => { for (;;) { try { await step(); } catch {} await sleep(1); } };
       loop(() => emit("a", 1)); loop(() => stream.first("a")); loop(() => tick()); loop(() => console.log("x"));
       loop(() => progress(1)); await stop();`,
      {
        signal: abort.signal,
        globals: {
          tick: note('function'),
          stop: async () => {
            await pause(30);
            abort.abort();
            await pause(30);
          },
        },
        onEmit: note('emit'),
        onLog: note('log'),
        onProgress: note('progress'),
        onTakeInput: async (handle) => {
          note('take')();
          return { done: false, handle: handle as string, value: 1 };
        },
      },
    );
    expect(ended.error).toBe('Execution cancelled');
    await pause(50);
    expect(late).toEqual([]);
  });

  it('writes no globals back', async () => {
    const state = { n: 0 };
    const ended = await run('state.n = 1; await sleep(5000)', { signal: abortedAfter(50), globals: { state } });
    expect(ended.errorInfo?.code).toBe('CANCELLED');
    expect(state).toEqual({ n: 0 });
  });

  it('wins over a program that returns while its caller aborts', async () => {
    const abort = new AbortController();
    const ended = await run('await last(); return 1', {
      signal: abort.signal,
      globals: { last: () => abort.abort() },
    });
    expect(ended.error).toBe('Execution cancelled');
  });

  it.each([
    ['returns', 'return 1'],
    ['throws', 'throw new Error("x")'],
    ['does not parse', 'const = 1'],
    ['has passed its time limit', 'for (;;);'],
    ['has taken from a stream', 'await stream.first("a")'],
  ])('leaves no listener behind when a program %s', async (_, code) => {
    const { signal } = new AbortController();
    await run(code, { signal, timeoutMs: 100, onTakeInput: async () => ({ done: true }) });
    expect(listeners(signal)).toBe(0);
  });

  it('leaves no listener behind after many runs with one signal', async () => {
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 8 }, () => run('await sleep(5); return 1', { signal })));
    expect(listeners(signal)).toBe(0);
  });
});

describe('an abort of a guest that never waits', () => {
  it.each([
    ['loops', 'for (;;);'],
    ['catches everything', 'for (;;) try { for (;;); } catch {}'],
    ['is in a native loop', 'const a = []; a.length = 4294967295; a.indexOf(5);'],
    ['asks the caller all the time', 'for (;;) stream.open("a")'],
  ])('ends one that %s', async (_, code) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 60);
    const startedAt = performance.now();
    const ended = await runInSandbox({
      execution: 'worker',
      code: `console.log("in"); ${code}`,
      signal: abort.signal,
      onTakeInput: never,
      onStreamOpen: () => true,
    });
    expect(performance.now() - startedAt).toBeLessThan(60 + 300 + SLACK_MS);
    expect(ended).toMatchObject({ error: 'Execution cancelled', logs: ['in'] });
    expect((await runInSandbox({ execution: 'worker', code: 'return 1' })).result).toBe(1);
  });
});

describe('the suspended time of a run', () => {
  it('is right when its worker had to be terminated', async () => {
    const run = await runInSandbox({
      execution: 'worker',
      code: 'console.log(await stream.first("a")); const a = []; a.length = 4294967295; a.indexOf(5);',
      timeoutMs: 300,
      onTakeInput: async () => {
        await pause(500);
        return { done: false, handle: 'a', value: 'taken' };
      },
    });
    expect(run.errorInfo?.code).toBe('TIMEOUT');
    expect(run.logs).toEqual(['taken']);
    const { suspendedMs = 0, cpuMs = 0, wallMs = 0 } = run.usage ?? {};
    expect(suspendedMs).toBeGreaterThan(400);
    expect(cpuMs).toBeGreaterThanOrEqual(300);
    expect(suspendedMs + cpuMs).toBeLessThan(wallMs + 100);
    expect(run.usage?.bridgeCalls).toBe(1);
  });
});
