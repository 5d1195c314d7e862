import type { RunSandboxOptions, TakenInput } from '@nodetool-ai/protocol/core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { describeStreaming } from '../../test/streaming-suite.js';
import { runInSandbox } from '../index.node.js';

// A page that is not isolated from other origins has none. Gone before anything of the sandbox is loaded; only Node's own
// workers need it while they are loaded.
const { SharedArrayBuffer: removed } = await vi.hoisted(async () => {
  await import('node:worker_threads');
  const { SharedArrayBuffer } = globalThis;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  return { SharedArrayBuffer };
});
afterAll(() => {
  globalThis.SharedArrayBuffer = removed;
});

const TIMEOUT_MS = 300;
/** The grace of 250 ms, what ending a worker takes, and what a busy machine adds. */
const SLACK_MS = 2500;
const NATIVE_LOOP = 'const a = []; a.length = 4294967295; a.indexOf(5);';
const inWorker = (code: string, options: Partial<RunSandboxOptions> = {}) =>
  runInSandbox({ execution: 'worker', code, ...options });

describe('a worker that shares no memory', () => {
  describeStreaming('worker');

  it('is a worker all the same: the thread of the caller goes on while a guest loops', async () => {
    expect(typeof SharedArrayBuffer).toBe('undefined');
    let beats = 0;
    const timer = setInterval(() => beats++, 10);
    const run = await inWorker('for (;;);', { timeoutMs: TIMEOUT_MS });
    clearInterval(timer);
    expect(run.errorInfo).toMatchObject({ code: 'TIMEOUT', line: 1 });
    expect(beats).toBeGreaterThan(5);
  });

  it('is terminated at the deadline of a native loop, and what it had sent stays', async () => {
    const startedAt = performance.now();
    const progress: number[] = [];
    const run = await inWorker(`console.log("before"); emit("a", 1); progress(50); ${NATIVE_LOOP}`, {
      timeoutMs: TIMEOUT_MS,
      onProgress: (percent) => progress.push(percent),
    });
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    expect(run.errorInfo?.code).toBe('TIMEOUT');
    expect(run).toMatchObject({ logs: ['before'], emitted: [{ name: 'a', value: 1 }] });
    expect(progress).toEqual([50]);
    expect(run.usage?.cpuMs).toBeGreaterThanOrEqual(TIMEOUT_MS);
    expect((await inWorker('return 2')).result).toBe(2);
  });

  it.each([
    ['a loop', 'for (;;);'],
    ['a native loop', NATIVE_LOOP],
    ['a wait', 'await sleep(5000)'],
    ['a wait for the caller', 'await never()'],
  ])('is ended by an abort of %s, and the next run gets a fresh one', async (_, code) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 80);
    const startedAt = performance.now();
    const run = await inWorker(`console.log("here"); ${code}`, {
      signal: abort.signal,
      globals: { never: () => new Promise(() => undefined) },
    });
    expect(run).toMatchObject({ error: 'Execution cancelled', logs: ['here'] });
    expect(performance.now() - startedAt).toBeLessThan(80 + SLACK_MS);
    expect((await inWorker('return typeof here')).result).toBe('undefined');
  });

  it('ends a program that waits too long for the caller, or loops after it has waited', async () => {
    const globals = { slow: () => new Promise((resolve) => setTimeout(resolve, 5000)), soon: async () => 1 };
    for (const code of ['await slow()', 'await soon(); for (;;);', `await soon(); ${NATIVE_LOOP}`]) {
      const startedAt = performance.now();
      const run = await inWorker(code, { timeoutMs: TIMEOUT_MS, globals });
      expect(run.errorInfo?.code).toBe('TIMEOUT');
      expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    }
  });

  it('does not end a program for time it did not use', async () => {
    const code = 'let n = 0; for (; n < 20; n++) { await sleep(20); await soon(); } return n';
    const run = await inWorker(code, { timeoutMs: 20_000, globals: { soon: async () => 1 } });
    expect(run.result).toBe(20);
  });

  it('answers stream.open with what was known when an answer last came', async () => {
    const queue = [1, 2, 3];
    const run = await inWorker(
      `const seen = [];
       while (stream.open("a")) seen.push(await stream.first("a"));
       return [seen, stream.open("a"), stream.open("never asked")];`,
      {
        onTakeInput: async (): Promise<TakenInput> =>
          queue.length === 0 ? { done: true } : { done: false, handle: 'a', value: queue.shift() },
        onStreamOpen: (handle) => handle === 'a' && queue.length > 0,
      },
    );
    expect(run).toMatchObject({ success: true, result: [[1, 2, 3], false, true] });
  });

  it('knows without asking that nothing is open where the caller cannot say', async () => {
    const run = await inWorker('return stream.open("a")', { onTakeInput: async () => ({ done: true }) });
    expect(run.result).toBe(false);
  });

  it('forgets the streams of the run before', async () => {
    const options = { onTakeInput: async (): Promise<TakenInput> => ({ done: true }), onStreamOpen: () => false };
    const closed = await inWorker('stream.open("a"); await stream.first("a"); return stream.open("a")', options);
    expect(closed.result).toBe(false);
    expect((await inWorker('return stream.open("a")', options)).result).toBe(true);
  });
});
