import type { WasmPoolCall, WasmPoolOutcome } from '@nodetool-ai/protocol/core';
import { describe, expect, it } from 'vitest';
import { wasm } from '../../engine/webassembly.js';
import { WasmPool } from './pool.js';
import { spawnWasmWorker } from './spawn.node.js';
import { assemble, FUNCTIONS, type TestFunction, workshop } from './testing/assemble.js';
import type { WasmAnswerMessage, WasmCallMessage, WasmWorker } from './wire.js';

const module = await wasm.compile(workshop());
const callOf = (changes: Partial<WasmPoolCall> = {}): WasmPoolCall => ({
  module,
  exportName: 'add',
  args: [2, 3],
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  ...changes,
});

/** Counts the workers of a real pool. */
function countedPool(size?: number) {
  const counts = { started: 0, ended: 0 };
  const spawn = (): WasmWorker => {
    counts.started++;
    const worker = spawnWasmWorker();
    const terminate = worker.terminate;
    return {
      ...worker,
      terminate() {
        counts.ended++;
        terminate();
      },
    };
  };
  return { pool: new WasmPool(spawn, size), counts };
}

const valueOf = (outcome: WasmPoolOutcome): unknown => (outcome.status === 'done' ? outcome.value : outcome);

describe('the pool of WASM workers', () => {
  it('starts no worker before the first call and uses one again', async () => {
    const { pool, counts } = countedPool();
    expect(counts.started).toBe(0);
    expect(valueOf(await pool.run(callOf()))).toBe(5);
    expect(valueOf(await pool.run(callOf({ exportName: 'echoF64', args: [-0] })))).toBe(-0);
    expect(valueOf(await pool.run(callOf({ exportName: 'nothing', args: [] })))).toBeUndefined();
    expect(counts).toEqual({ started: 1, ended: 0 });
  });

  it('starts four workers and no more for twenty calls at the same time', async () => {
    const { pool, counts } = countedPool();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.run(callOf({ args: [i, i] }))));
    expect(outcomes.map(valueOf)).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i));
    expect(counts.started).toBe(4);
  });

  it('terminates a worker whose call overruns, and the next call gets a new one', async () => {
    const { pool, counts } = countedPool(1);
    const [spun, added] = await Promise.all([
      pool.run(callOf({ exportName: 'spin', args: [], timeoutMs: 200 })),
      pool.run(callOf()),
    ]);
    expect(spun.status).toBe('timeout');
    expect(spun.elapsedMs).toBeGreaterThanOrEqual(195);
    expect(valueOf(added)).toBe(5);
    expect(counts).toEqual({ started: 2, ended: 1 });
  });

  it('gives each call its whole time, however long it waited for a worker', async () => {
    const { pool } = countedPool(1);
    const spins = [1, 2, 3].map(() => pool.run(callOf({ exportName: 'spin', args: [], timeoutMs: 150 })));
    const added = await pool.run(callOf({ timeoutMs: 10_000 }));
    expect(valueOf(added)).toBe(5);
    for (const { status } of await Promise.all(spins)) expect(status).toBe('timeout');
  });

  it('ends a call that is at work, one that waits, and one whose signal was aborted before', async () => {
    const { pool, counts } = countedPool(1);
    const abort = new AbortController();
    const { signal } = abort;
    const working = pool.run(callOf({ exportName: 'spin', args: [], signal }));
    const waiting = pool.run(callOf({ signal }));
    setTimeout(() => abort.abort(), 50);
    expect((await working).status).toBe('cancelled');
    expect(await waiting).toEqual({ status: 'cancelled', elapsedMs: 0 });
    expect(await pool.run(callOf({ signal }))).toEqual({ status: 'cancelled', elapsedMs: 0 });
    expect(valueOf(await pool.run(callOf()))).toBe(5);
    expect(counts).toEqual({ started: 2, ended: 1 });
  });

  it('keeps nothing between calls: no memory, no global', async () => {
    const { pool } = countedPool(1);
    for (let round = 0; round < 3; round++) {
      expect(valueOf(await pool.run(callOf({ exportName: 'count', args: [] })))).toBe(1);
      expect(valueOf(await pool.run(callOf({ exportName: 'poke', args: [] })))).toBe(0);
    }
  });

  it.each([
    ['trap', [], /unreachable/],
    ['divide', [1, 0], /divide by zero/],
    ['deep', [], /call stack/],
  ])('names the reason of a trap in %s, and its worker goes on', async (exportName, args, text) => {
    const { pool, counts } = countedPool(1);
    const outcome = await pool.run(callOf({ exportName, args }));
    expect(outcome).toMatchObject({ status: 'trap', reason: expect.stringMatching(text) });
    expect(valueOf(await pool.run(callOf()))).toBe(5);
    expect(counts.ended).toBe(0);
  });

  it('runs a start function as part of each call, under its timeout', async () => {
    const { pool } = countedPool(1);
    const initialise: TestFunction = { body: [0x41, 41, 0x24, 0] };
    const fine = await wasm.compile(
      assemble({
        functions: [structuredClone(FUNCTIONS.count) as unknown as TestFunction, initialise],
        globals: 1,
        start: 1,
      }),
    );
    expect(valueOf(await pool.run(callOf({ module: fine, exportName: 'count', args: [] })))).toBe(42);
    const endless = await wasm.compile(
      assemble({ functions: [{ name: 'f', body: [0x03, 0x40, 0x0c, 0, 0x0b] }], start: 0 }),
    );
    const spun = await pool.run(callOf({ module: endless, exportName: 'f', args: [], timeoutMs: 150 }));
    expect(spun.status).toBe('timeout');
    expect(valueOf(await pool.run(callOf()))).toBe(5);
  });

  it('reports an instantiation that fails as a trap', async () => {
    const { pool } = countedPool(1);
    // Data past the end of the memory.
    const bad = await wasm.compile(
      assemble({ functions: [{ name: 'f', body: [] }], memories: [[1, 0, 1]], data: [1, 2, 3] }),
    );
    expect(await pool.run(callOf({ module: bad, exportName: 'f', args: [] }))).toMatchObject({
      status: 'trap',
      reason: expect.stringMatching(/data segment/),
    });
  });

  it('gives a call all of 4096 pages', async () => {
    const { pool } = countedPool(1);
    const large = await wasm.compile(workshop(4096));
    // The memory has one page and gets 4095 more.
    expect(valueOf(await pool.run(callOf({ module: large, exportName: 'grow', args: [4095] })))).toBe(1);
  });

  it('has the memory back of calls that fill 64 MiB each', async () => {
    const { pool } = countedPool(1);
    const large = await wasm.compile(workshop(1024));
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 24; round++) {
      const outcome = await pool.run(callOf({ module: large, exportName: 'fill', args: [1023] }));
      expect(valueOf(outcome), `round ${round}`).toBe(1024);
    }
    // All instances together would take 1.5 GiB.
    expect(process.memoryUsage().rss - before).toBeLessThan(768 * 1024 ** 2);
  });

  it('makes 200 calls on four workers, each on an instance of its own', async () => {
    const { pool, counts } = countedPool();
    const calls = Array.from({ length: 200 }, () => pool.run(callOf({ exportName: 'count', args: [] })));
    expect(new Set((await Promise.all(calls)).map(valueOf))).toEqual(new Set([1]));
    expect(counts).toEqual({ started: 4, ended: 0 });
  });

  it('refuses to grow a memory past its declared maximum', async () => {
    const { pool } = countedPool(1);
    expect(valueOf(await pool.run(callOf({ exportName: 'grow', args: [100_000] })))).toBe(-1);
    expect(valueOf(await pool.run(callOf({ exportName: 'grow', args: [7] })))).toBe(1);
  });
});

/** A worker that does what a test says. */
class ScriptedWorker implements WasmWorker {
  answer: (answer: WasmAnswerMessage) => void = () => {};
  die: (what: string) => void = () => {};
  isTerminated = false;
  isHeld = false;
  constructor(private readonly onPost: (worker: ScriptedWorker, message: WasmCallMessage) => void) {}
  post(message: WasmCallMessage): void {
    this.onPost(this, message);
  }
  listen(answer: (answer: WasmAnswerMessage) => void, die: (what: string) => void): void {
    this.answer = answer;
    this.die = die;
  }
  keepAlive(isBusy: boolean): void {
    this.isHeld = isBusy;
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

function answerOne(worker: ScriptedWorker, id: number): void {
  worker.answer({ id, status: 'started' });
  worker.answer({ id, status: 'done', value: 1 });
}

describe('the pool, when workers misbehave', () => {
  const scripted = (onPost: (worker: ScriptedWorker, message: WasmCallMessage) => void) => {
    const workers: ScriptedWorker[] = [];
    const spawn = () => {
      const worker = new ScriptedWorker(onPost);
      workers.push(worker);
      return worker;
    };
    return { pool: new WasmPool(spawn, 1), workers };
  };

  it('fails the call of a worker that dies, and starts another for the next', async () => {
    const { pool, workers } = scripted((worker, { id }) => {
      if (workers.length === 1) worker.die('its worker ended');
      else answerOne(worker, id);
    });
    expect(await pool.run(callOf())).toMatchObject({ status: 'died', reason: 'its worker ended' });
    expect(valueOf(await pool.run(callOf()))).toBe(1);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  it('drops an idle worker that dies', async () => {
    const { pool, workers } = scripted((worker, { id }) => answerOne(worker, id));
    await pool.run(callOf());
    workers[0]?.die('its worker ended');
    expect(valueOf(await pool.run(callOf()))).toBe(1);
    expect(workers).toHaveLength(2);
  });

  it('holds the process only while a call is at work', async () => {
    const { pool, workers } = scripted((worker, { id }) => {
      expect(worker.isHeld).toBe(true);
      answerOne(worker, id);
    });
    await pool.run(callOf());
    expect(workers[0]?.isHeld).toBe(false);
  });

  it('ignores an answer to a call of before', async () => {
    const { pool } = scripted((worker, { id }) => {
      worker.answer({ id: id - 1, status: 'done', value: 99 });
      answerOne(worker, id);
    });
    expect(valueOf(await pool.run(callOf()))).toBe(1);
  });

  it('fails calls when no worker can be started, and does not count what never lived', async () => {
    let attempts = 0;
    const pool = new WasmPool(() => {
      attempts++;
      throw new Error('no threads');
    }, 1);
    for (let round = 0; round < 3; round++) {
      expect(await pool.run(callOf())).toMatchObject({ status: 'died', reason: 'no worker could be started' });
    }
    expect(attempts).toBe(3);
  });
});
