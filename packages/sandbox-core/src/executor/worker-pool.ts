/**
 * At most four interpreter workers, started one at a time and only when needed. Runs wait for one in order.
 * @module
 */
import type { GuestImage } from '../engine/image.js';
import type { WasmModule } from '../engine/webassembly.js';
import { withoutHostPaths } from '../errors.js';
import { RunControl } from './control.js';
import { WorkerUnavailable } from './executor.js';
import type { StartWorker, WorkerHandle } from './worker-messages.js';

/** Interpreter workers of one process, at most. */
export const MAX_WORKERS = 4;
/** Takes 0.1 s; a worker that neither starts nor fails must not hold up a run for ever. */
const START_TIMEOUT_MS = 30_000;

/** A worker and the block it shares with us; without shared memory, what its messages have told. */
export interface WorkerSlot {
  worker: WorkerHandle;
  control: RunControl;
  isShared: boolean;
}

/** What a pool may be told. */
export interface WorkerPoolOptions {
  /** Whether memory can be shared with workers; default: whether this platform has `SharedArrayBuffer`. */
  isShared?: boolean;
  startTimeoutMs?: number;
  /** Default and ceiling: {@link MAX_WORKERS}. */
  maxWorkers?: number;
}

interface Waiter {
  take(slot: WorkerSlot): void;
  fail(error: WorkerUnavailable): void;
}

/** Lends out workers, each to one run at a time. */
export class WorkerPool {
  private readonly idle: WorkerSlot[] = [];
  private readonly waiters: Waiter[] = [];
  private alive = 0;
  private isStarting = false;
  private starting: WorkerHandle | undefined;
  private readonly isShared: boolean;
  private readonly startTimeoutMs: number;
  private readonly maxWorkers: number;
  /** Whether a worker of this pool has ever been ready. */
  hasStarted = false;

  constructor(
    private readonly startWorker: StartWorker,
    private readonly compiled: WasmModule,
    private readonly image: GuestImage,
    options: WorkerPoolOptions = {},
  ) {
    this.isShared = options.isShared ?? typeof SharedArrayBuffer === 'function';
    this.startTimeoutMs = options.startTimeoutMs ?? START_TIMEOUT_MS;
    this.maxWorkers = Math.min(options.maxWorkers ?? MAX_WORKERS, MAX_WORKERS);
  }

  /** A ready worker; rejects with `WorkerUnavailable` when one cannot be started. */
  lease(): Promise<WorkerSlot> {
    const slot = this.idle.pop();
    if (slot !== undefined) {
      slot.worker.hold(true);
      return Promise.resolve(slot);
    }
    return new Promise((take, fail) => {
      this.waiters.push({ take, fail });
      this.starting?.hold(true);
      this.startIfNeeded();
    });
  }

  /** Takes a worker back after its run has ended. */
  release(slot: WorkerSlot): void {
    slot.worker.onMessage = () => undefined;
    slot.worker.onExit = () => this.forget(slot);
    const waiter = this.waiters.shift();
    if (waiter !== undefined) {
      waiter.take(slot);
      return;
    }
    slot.worker.hold(false);
    this.idle.push(slot);
  }

  /** A worker is gone; another one is started ahead of need. */
  lost(): void {
    this.alive--;
    this.startIfNeeded(true);
  }

  private forget(slot: WorkerSlot): void {
    const at = this.idle.indexOf(slot);
    if (at >= 0) this.idle.splice(at, 1);
    this.alive--;
  }

  private startIfNeeded(asSpare = false): void {
    if (this.isStarting || this.alive >= this.maxWorkers || (!asSpare && this.waiters.length === 0)) return;
    this.isStarting = true;
    this.alive++;
    try {
      this.start();
    } catch (error) {
      this.startFailed(error);
    }
  }

  private start(): void {
    const block = this.isShared ? new SharedArrayBuffer(RunControl.BYTES) : undefined;
    const control = new RunControl(block ?? new ArrayBuffer(RunControl.BYTES));
    const worker = this.startWorker({ compiled: this.compiled, image: this.image, control: block });
    this.starting = worker;
    worker.hold(this.waiters.length > 0);
    let isOver = false;
    const once = (next: () => void) => () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      next();
    };
    const tooLate = once(() => {
      worker.terminate().catch(() => undefined);
      this.startFailed(new Error(`the worker was not ready within ${this.startTimeoutMs} ms`));
    });
    const timer = setTimeout(tooLate, this.startTimeoutMs);
    (timer as { unref?: () => void }).unref?.();
    worker.onExit = (error) => once(() => this.startFailed(error))();
    worker.onMessage = once(() => {
      this.isStarting = false;
      this.starting = undefined;
      this.hasStarted = true;
      worker.hold(true);
      this.release({ worker, control, isShared: block !== undefined });
      this.startIfNeeded();
    });
  }

  /** Fails one run; the next one that waits tries again, because the reason may have gone. */
  private startFailed(error: unknown): void {
    this.isStarting = false;
    this.starting = undefined;
    this.alive--;
    const why = error instanceof Error ? error.message : 'the worker ended while it started';
    this.waiters.shift()?.fail(new WorkerUnavailable(withoutHostPaths(why)));
    this.startIfNeeded();
  }
}
