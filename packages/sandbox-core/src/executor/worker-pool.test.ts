import { describe, expect, it } from 'vitest';
import type { GuestImage } from '../engine/image.js';
import type { WasmModule } from '../engine/webassembly.js';
import { WorkerUnavailable } from './executor.js';
import type { StartWorker, WorkerHandle, WorkerStart } from './worker-messages.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

type Fate = 'ready' | 'dies' | 'throws' | 'hangs';

interface FakeWorker extends WorkerHandle {
  isTerminated: boolean;
  isHeld: boolean;
}

/** Workers that meet their fates in order; the last one is that of all that follow. */
function poolOf(fates: Fate[], options?: WorkerPoolOptions) {
  const starts: WorkerStart[] = [];
  const handles: FakeWorker[] = [];
  const startWorker: StartWorker = (start) => {
    const fate = fates.length > 1 ? fates.shift() : fates[0];
    starts.push(start);
    if (fate === 'throws') throw new Error('cannot start');
    const handle: FakeWorker = {
      isTerminated: false,
      isHeld: false,
      post: () => undefined,
      async terminate() {
        handle.isTerminated = true;
      },
      onMessage: () => undefined,
      onExit: () => undefined,
      hold(isHeld: boolean) {
        handle.isHeld = isHeld;
      },
    };
    handles.push(handle);
    if (fate === 'ready') queueMicrotask(() => handle.onMessage({ type: 'ready' }));
    if (fate === 'dies') queueMicrotask(() => handle.onExit(undefined));
    return handle;
  };
  return { pool: new WorkerPool(startWorker, {} as WasmModule, {} as GuestImage, options), starts, handles };
}

describe('the pool of workers', () => {
  it('fails one waiting run for each worker that does not start, and serves the next ones', async () => {
    const { pool } = poolOf(['throws', 'dies', 'throws', 'dies', 'throws', 'dies', 'ready']);
    const leases = await Promise.allSettled(
      Array.from({ length: 9 }, () =>
        pool.lease().then((slot) => {
          pool.release(slot);
        }),
      ),
    );
    const failed = leases.filter((lease) => lease.status === 'rejected');
    expect(failed).toHaveLength(6);
    for (const { reason } of failed) expect(reason).toBeInstanceOf(WorkerUnavailable);
    expect(leases.slice(6).every((lease) => lease.status === 'fulfilled')).toBe(true);
    expect(pool.hasStarted).toBe(true);
  });

  it('does not count workers that failed among its four', async () => {
    const { pool } = poolOf(['dies', 'throws', 'dies', 'throws', 'dies', 'ready']);
    for (let n = 0; n < 5; n++) await expect(pool.lease()).rejects.toThrow(WorkerUnavailable);
    const slots = await Promise.all([pool.lease(), pool.lease(), pool.lease(), pool.lease()]);
    expect(new Set(slots).size).toBe(4);
  });

  it('gives up a worker that does not get ready', async () => {
    const { pool, handles } = poolOf(['hangs', 'ready'], { startTimeoutMs: 30 });
    await expect(pool.lease()).rejects.toThrow('not ready within 30 ms');
    expect(handles[0]?.isTerminated).toBe(true);
    handles[0]?.onMessage({ type: 'ready' });
    expect((await pool.lease()).worker).toBe(handles[1]);
  });

  it('survives that no spare worker can be started for one that was lost', async () => {
    const { pool } = poolOf(['ready', 'throws', 'ready']);
    await pool.lease();
    pool.lost();
    expect((await pool.lease()).isShared).toBe(true);
  });

  it('shares a control block, or none where it is told so', async () => {
    const shared = poolOf(['ready']);
    expect((await shared.pool.lease()).isShared).toBe(true);
    expect(shared.starts[0]?.control).toBeInstanceOf(SharedArrayBuffer);
    const alone = poolOf(['ready'], { isShared: false });
    const slot = await alone.pool.lease();
    expect(slot.isShared).toBe(false);
    expect(slot.control.buffer).toBeInstanceOf(ArrayBuffer);
    expect(alone.starts[0]?.control).toBeUndefined();
  });

  it('keeps the process alive for a leased worker only', async () => {
    const { pool, handles } = poolOf(['ready']);
    const slot = await pool.lease();
    expect(handles[0]?.isHeld).toBe(true);
    pool.release(slot);
    expect(handles[0]?.isHeld).toBe(false);
    await pool.lease();
    expect(handles[0]?.isHeld).toBe(true);
    expect(handles).toHaveLength(1);
  });
});
