import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { silentHost } from '../../test/run-job.js';
import type { GuestImage } from '../engine/image.js';
import type { WasmModule } from '../engine/webassembly.js';
import { nowMs, RunControl } from './control.js';
import { bareOutcome } from './executor.js';
import type { RunJob } from './job.js';
import { WorkerExecutor } from './worker-executor.js';
import type { StartWorker, ToWorker, WorkerHandle } from './worker-messages.js';
import { WorkerPool } from './worker-pool.js';

const job: RunJob = {
  source: '',
  probes: undefined,
  prelude: undefined,
  setup: undefined,
  modules: undefined,
  imports: [],
  dispatchers: [],
  secretScope: null,
  globalNames: [],
  timeoutMs: 20,
  memoryLimitBytes: 2 ** 20,
  stackLimitBytes: 2 ** 16,
  mentionsToJSON: false,
  deadlockGraceMs: 0,
  maxBridgeCalls: 1000,
  maxInFlightBridgeCalls: 1,
};
const conditions = { signal: undefined, clock: undefined, suspendAllowanceMs: 0 };
const ended = bareOutcome({ status: 'timeout', isDeadlock: true });

/** Workers that spin through their deadline, and say that they have ended while they are being terminated. */
function startLateWorker(alive: Set<WorkerHandle>): StartWorker {
  return (start) => {
    const control = new RunControl(start.control as SharedArrayBuffer);
    const handle: WorkerHandle = {
      post(message: ToWorker) {
        if (message.type !== 'run') return;
        if (!alive.has(handle)) throw new Error('a run was given to a worker that is gone');
        control.startedAt = nowMs();
        control.sliceStart = control.startedAt;
      },
      async terminate() {
        alive.delete(handle);
        handle.onMessage({ type: 'end', outcome: ended });
        await Promise.resolve();
      },
      onMessage: () => undefined,
      onExit: () => undefined,
      hold: () => undefined,
    };
    alive.add(handle);
    queueMicrotask(() => handle.onMessage({ type: 'ready' }));
    return handle;
  };
}

describe('a worker that ends its run while it is terminated', () => {
  it('is not lent out again, and the next runs get workers that live', async () => {
    const alive = new Set<WorkerHandle>();
    const pool = new WorkerPool(startLateWorker(alive), {} as WasmModule, {} as GuestImage);
    const executor = new WorkerExecutor(pool);
    for (let round = 0; round < 3; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () => executor.execute(job, silentHost, conditions)),
      );
      expect(outcomes.map(({ verdict }) => verdict.status)).toEqual(new Array(6).fill('timeout'));
      expect(alive.size).toBeLessThanOrEqual(4);
    }
  });
});

describe('a job that cannot be handed to a worker', () => {
  it('ends its run, and leaves the worker to the next one', async () => {
    let posts = 0;
    const startPickyWorker: StartWorker = () => {
      const handle: WorkerHandle = {
        post(message) {
          if (message.type !== 'run') return;
          if (++posts === 1) throw new Error('it could not be cloned');
          queueMicrotask(() => handle.onMessage({ type: 'end', outcome: { ...ended } }));
        },
        terminate: async () => undefined,
        onMessage: () => undefined,
        onExit: () => undefined,
        hold: () => undefined,
      };
      queueMicrotask(() => handle.onMessage({ type: 'ready' }));
      return handle;
    };
    const pool = new WorkerPool(startPickyWorker, {} as WasmModule, {} as GuestImage);
    const executor = new WorkerExecutor(pool);
    const { signal } = new AbortController();
    const first = await executor.execute(job, silentHost, { ...conditions, signal });
    expect(first.verdict).toEqual({ status: 'engine', message: 'it could not be cloned' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect((await executor.execute(job, silentHost, conditions)).verdict).toEqual(ended.verdict);
  });
});
