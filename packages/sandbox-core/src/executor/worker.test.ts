import type { RunSandboxOptions } from '@nodetool-ai/protocol/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInSandbox } from '../index.node.js';

const inWorker = (code: string, options: Partial<RunSandboxOptions> = {}) =>
  runInSandbox({ execution: 'worker', code, ...options });

const TIMEOUT_MS = 300;
const GRACE_MS = 250;
/** What a busy machine may add to a timer, and what ending a worker takes. */
const SLACK_MS = 1500;

/** The limit and the guest's own world, which is larger while it counts its own lines. */
const MOST_MEMORY_BYTES = (process.env.GUEST_COVERAGE ? 72 : 66) << 20;

const LOOPS = {
  'an empty loop': 'while (true) {}',
  'a BigInt loop': 'let b = 3n ** 200000n; for (;;) b.toString();',
  'a join of a sparse array': 'Array(2 ** 26).join("ab").length; for (;;) Array(2 ** 26).join("ab");',
  'indexOf in a sparse array': 'const a = []; a.length = 4294967295; a.indexOf(5);',
  'a catastrophic expression': '/^(a+)+$/.test("a".repeat(60) + "b");',
  'a flood of the console': 'for (;;) console.log("x");',
};

beforeAll(async () => {
  await inWorker('return 1');
});

describe('a run in a worker', () => {
  it.each(Object.entries(LOOPS))('ends %s at its deadline, and a run beside it is not disturbed', async (_, code) => {
    const beside = inWorker('let n = 0; for (let i = 0; i < 40; i++) { await sleep(20); n++; } return n', {
      timeoutMs: 20_000,
    });
    const started = performance.now();
    const run = await inWorker(code, { timeoutMs: TIMEOUT_MS });
    expect(run.errorInfo?.code).toBe('TIMEOUT');
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + GRACE_MS + SLACK_MS);
    expect(await beside).toMatchObject({ success: true, result: 40 });
    expect((await inWorker('return 2')).result).toBe(2);
  });

  it('keeps what was logged, emitted and reported before it was killed', async () => {
    const progress: number[] = [];
    const code =
      'console.log("before"); emit("a", 1); progress(50); const a = []; a.length = 4294967295; a.indexOf(5);';
    const run = await inWorker(code, { timeoutMs: TIMEOUT_MS, onProgress: (percent) => progress.push(percent) });
    expect(run).toMatchObject({ success: false, logs: ['before'], emitted: [{ name: 'a', value: 1 }] });
    expect(progress).toEqual([50]);
  });

  it('ends at once when it is cancelled, in a native loop too', async () => {
    for (const code of ['for (;;);', 'const a = []; a.length = 4294967295; a.indexOf(5);', 'await sleep(5000)']) {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 50);
      const started = performance.now();
      const run = await inWorker(code, { signal: abort.signal });
      expect(run.error).toBe('Execution cancelled');
      expect(performance.now() - started).toBeLessThan(50 + GRACE_MS + SLACK_MS);
    }
  });

  it('is cancelled while it waits for a worker', async () => {
    const busy = Array.from({ length: 4 }, () => inWorker('await sleep(400); return 1'));
    const abort = new AbortController();
    const waiting = inWorker('return 2', { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    expect((await waiting).error).toBe('Execution cancelled');
    expect((await Promise.all(busy)).every(({ success }) => success)).toBe(true);
  });

  it('finishes twenty runs at once while four loop until their deadline', async () => {
    const loops = Array.from({ length: 4 }, () => inWorker('for (;;);', { timeoutMs: 200 }));
    const good = Array.from({ length: 20 }, (_, n) => inWorker(`return ${n}`, { timeoutMs: 100 }));
    const results = await Promise.all(good);
    expect(results.map(({ result }) => result)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect((await Promise.all(loops)).map(({ errorInfo }) => errorInfo?.code)).toEqual(Array(4).fill('TIMEOUT'));
  });

  it.each([
    ['objects', 'const a = []; for (;;) a.push({ i: a.length });'],
    ['strings', 'const a = []; for (;;) a.push("x".repeat(1 << 20) + a.length);'],
    ['buffers', 'const a = []; for (;;) a.push(new Uint8Array(1 << 20));'],
  ])(
    'holds the ceiling of 64 MiB for %s, caught or not, a hundred times',
    async (_, code) => {
      const caught = `try { ${code} } catch (e) { return e.message }`;
      for (let round = 0; round < 17; round++) {
        const runs = await Promise.all([inWorker(code), inWorker(caught)]);
        expect(runs[0]?.errorInfo?.code).toBe('MEMORY');
        expect(runs[1]).toMatchObject({ success: true, result: 'out of memory' });
        for (const { usage } of runs) expect(usage?.peakMemoryBytes).toBeLessThan(MOST_MEMORY_BYTES);
      }
      expect((await inWorker('return 3')).result).toBe(3);
    },
    120_000,
  );
});
