/**
 * At most four interpreter workers, started one at a time and only when needed. Runs wait for one in order.
 * @module
 */
import type { GuestImage } from '../engine/image.js';
import type { WasmModule } from '../engine/webassembly.js';
import { RunControl } from './control.js';
import type { StartWorker, WorkerHandle } from './worker-messages.js';

const MAX_WORKERS = 4;

/** A worker and the block it shares with us. */
export interface WorkerSlot {
  worker: WorkerHandle;
  control: RunControl;
}

interface Waiter {
  take(slot: WorkerSlot): void;
  fail(error: Error): void;
}

/** Lends out workers, each to one run at a time. */
export class WorkerPool {
  private readonly idle: WorkerSlot[] = [];
  private readonly waiters: Waiter[] = [];
  private alive = 0;
  private starting: WorkerHandle | undefined;

  constructor(
    private readonly startWorker: StartWorker,
    private readonly compiled: WasmModule,
    private readonly image: GuestImage,
  ) {}

  /** A ready worker; rejects when one cannot be started and none is at work. */
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
    if (this.starting !== undefined || this.alive >= MAX_WORKERS || (!asSpare && this.waiters.length === 0)) return;
    this.alive++;
    const control = new RunControl(new SharedArrayBuffer(RunControl.BYTES));
    const worker = this.startWorker({ compiled: this.compiled, image: this.image, control: control.buffer });
    this.starting = worker;
    worker.hold(this.waiters.length > 0);
    worker.onExit = (error) => {
      this.starting = undefined;
      this.alive--;
      this.waiters.shift()?.fail(error ?? new Error('the worker ended while it started'));
      this.startIfNeeded();
    };
    worker.onMessage = () => {
      this.starting = undefined;
      worker.hold(true);
      this.release({ worker, control });
      this.startIfNeeded();
    };
  }
}
