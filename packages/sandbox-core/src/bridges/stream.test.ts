import type { TakenInput } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { describeStreaming } from '../../test/streaming-suite.js';
import { createSandboxClock, guardClock } from '../clock.js';
import { runInSandbox } from '../index.node.js';
import type { RunBridge, RunScope } from './bridge.js';
import { streamBridges } from './stream.js';

describe.each(['inline', 'worker'] as const)('on the %s side', (execution) => {
  describeStreaming(execution);

  it('answers stream.open at once and exactly', async () => {
    const queue = [1, 2];
    const asked: string[] = [];
    const run = await runInSandbox({
      execution,
      code: `
        const seen = [];
        while (stream.open("a")) seen.push(await stream.first("a"));
        return [seen, stream.open("b"), stream.open("throws")];`,
      onTakeInput: async (): Promise<TakenInput> => ({ done: false, handle: 'a', value: queue.shift() }),
      onStreamOpen: (handle) => {
        asked.push(handle);
        if (handle === 'throws') throw new Error('not for the guest');
        return handle === 'a' && queue.length > 0;
      },
    });
    expect(run).toMatchObject({ success: true, result: [[1, 2], false, false] });
    expect(asked).toEqual(['a', 'a', 'a', 'b', 'throws']);
  });

  it('takes only true for an open stream', async () => {
    const answers: unknown[] = [1, 'yes', Promise.resolve(true), {}, true];
    const run = await runInSandbox({
      execution,
      code: 'return [1, 2, 3, 4, 5].map(() => stream.open("a"))',
      onTakeInput: async () => ({ done: true }),
      onStreamOpen: () => answers.shift() as boolean,
    });
    expect(run.result).toEqual([false, false, false, false, true]);
  });
});

describe('stream.open in a worker', () => {
  it('leaves the caller its thread while a guest asks without end', async () => {
    let turns = 0;
    let isOver = false;
    const beat = async () => {
      while (!isOver) {
        turns++;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const beating = beat();
    const run = await runInSandbox({
      execution: 'worker',
      code: 'let n = 0; const from = Date.now(); while (Date.now() - from < 600) { stream.open("a"); n++; } return n',
      onTakeInput: async () => ({ done: true }),
      onStreamOpen: () => {
        const from = performance.now();
        while (performance.now() - from < 2);
        return true;
      },
    });
    isOver = true;
    await beating;
    expect(run.result).toBeGreaterThan(10);
    expect(turns).toBeGreaterThan(10);
  });

  it('gives each of 10 000 questions in a row its own answer', async () => {
    const run = await runInSandbox({
      execution: 'worker',
      timeoutMs: 120_000,
      code: `
        for (let n = 0; n < 10000; n++) if (stream.open(String(n)) !== (n % 3 === 0)) return n;
        return "all right"`,
      onTakeInput: async () => ({ done: true }),
      onStreamOpen: (handle) => Number(handle) % 3 === 0,
    });
    expect(run).toMatchObject({ success: true, result: 'all right' });
  });

  it('does not fill the memory of the caller with values that a guest never looks at', async () => {
    const MIB = 2 ** 20;
    const value = new Uint8Array(8 * MIB).fill(1);
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 10);
    const run = await runInSandbox({
      execution: 'worker',
      code: `
        for (let n = 0; n < 100; n++) stream.first("input " + n);
        const from = Date.now();
        while (Date.now() - from < 1500);
        return "spun"`,
      onTakeInput: async (handle) => ({ done: false, handle: handle as string, value }),
    });
    clearInterval(timer);
    expect(run.result).toBe('spun');
    expect(most / MIB).toBeLessThan(400);
  });

  it('ends with the run when the caller is busy, and serves the next run rightly', async () => {
    const abort = new AbortController();
    const run = await runInSandbox({
      execution: 'worker',
      signal: abort.signal,
      code: 'for (;;) stream.open("a")',
      onTakeInput: async () => ({ done: true }),
      onStreamOpen: () => {
        abort.abort();
        return true;
      },
    });
    expect(run.error).toBe('Execution cancelled');
    const next = await runInSandbox({
      execution: 'worker',
      code: 'return [stream.open("a"), stream.open("b")]',
      onTakeInput: async () => ({ done: true }),
      onStreamOpen: (handle) => handle === 'b',
    });
    expect(next.result).toEqual([false, true]);
  });

  it('charges the time the caller takes to answer to the wall meter alone', async () => {
    const run = await runInSandbox({
      execution: 'worker',
      code: 'stream.open("a"); return 1',
      onTakeInput: async () => ({ done: true }),
      onStreamOpen: () => {
        const from = performance.now();
        while (performance.now() - from < 400);
        return true;
      },
    });
    expect(run.usage?.cpuMs).toBeLessThan((run.usage?.wallMs ?? 0) / 2);
    expect(run.usage?.wallMs).toBeGreaterThan(390);
  });
});

describe('a parked take', () => {
  it('ends the iteration and lets the clock go on when its run is over', async () => {
    const abort = new AbortController();
    const clock = guardClock(createSandboxClock(), () => undefined);
    const kept = new Map<unknown, object>();
    let asked = 0;
    const scope = {
      clock,
      options: {
        code: '',
        onTakeInput: () => {
          asked++;
          return new Promise<never>(() => undefined);
        },
      },
      isOver: () => abort.signal.aborted,
      roomForAnswers: () => Promise.resolve(),
      own(make: (run: RunScope) => object) {
        const made = kept.get(make) ?? make(scope as unknown as RunScope);
        kept.set(make, made);
        return made;
      },
    };
    const take = new Map(streamBridges).get('stream.take') as RunBridge;
    const call = (handle: unknown) => take(scope as unknown as RunScope, [handle], { signal: abort.signal });
    const takes = [call('a'), call('a'), call(null)];
    expect(clock.isHeld).toBe(true);
    abort.abort();
    expect(await Promise.all(takes)).toEqual([null, null, null]);
    expect([clock.isHeld, asked]).toEqual([false, 2]);
    expect(() => call(1)).toThrow('name must be a string');
  });
});
