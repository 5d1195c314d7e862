/**
 * Runs in a worker: a deadline or a cancel ends every program, by terminating the worker as the last resort.
 * @module
 */
import { MAX_ENGINE_TIMEOUT_MS } from '../limits.js';
import { nowMs, STOP } from './control.js';
import { bareOutcome, type Executor, type RunConditions, WorkerUnavailable } from './executor.js';
import { IdleWatch } from './idle-watch.js';
import type { RunHost, RunJob, RunOutcome, RunVerdict } from './job.js';
import { AskedStreams } from './stream-mirror.js';
import type { FromWorker } from './worker-messages.js';
import type { WorkerPool, WorkerSlot } from './worker-pool.js';

/** How long a worker may go on after its deadline or a cancel before it is terminated. */
const GRACE_MS = 250;

/** Interprets in pooled workers. */
export class WorkerExecutor implements Executor {
  constructor(private readonly pool: WorkerPool) {}

  /** Rejects with `WorkerUnavailable` when no worker can be had. */
  async execute(job: RunJob, host: RunHost, conditions: RunConditions): Promise<RunOutcome> {
    const slot = await this.leaseUnlessAborted(conditions.signal);
    if (slot === undefined) return bareOutcome({ status: 'cancelled' });
    try {
      return await new WorkerRun(this.pool, slot, job, host, conditions).outcome;
    } catch (error) {
      // What the caller gave could not be used: the worker has heard nothing of it.
      this.pool.release(slot);
      throw error;
    }
  }

  /** Why no worker can be had. Asking starts one, until one has been seen to start. */
  async whyUnavailable(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.pool.hasStarted) return undefined;
    try {
      const slot = await this.leaseUnlessAborted(signal);
      if (slot !== undefined) this.pool.release(slot);
      return undefined;
    } catch (error) {
      if (error instanceof WorkerUnavailable) return error.message;
      throw error;
    }
  }

  private async leaseUnlessAborted(signal: AbortSignal | undefined): Promise<WorkerSlot | undefined> {
    if (signal === undefined) return this.pool.lease();
    if (signal.aborted) return undefined;
    let onAbort: () => void = () => undefined;
    const aborted = new Promise<undefined>((resolve) => {
      onAbort = () => resolve(undefined);
    });
    signal.addEventListener('abort', onAbort);
    try {
      const leased = this.pool.lease();
      const slot = await Promise.race([leased, aborted]);
      // The signal may have fired between the lease and this moment.
      if (slot !== undefined && !signal.aborted) return slot;
      leased.then(
        (late) => this.pool.release(late),
        () => undefined,
      );
      return undefined;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** One run, as the caller's thread sees it. */
class WorkerRun {
  readonly outcome: Promise<RunOutcome>;
  private resolve!: (outcome: RunOutcome) => void;
  private readonly watch: IdleWatch;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private stopAt: number | undefined;
  private answersSent = 0;
  private callsSeen = 0;
  private readonly asked = new AskedStreams();
  private hasEnded = false;
  private isTerminating = false;
  private readonly onAbort = () => this.requestStop(STOP.cancelled);

  constructor(
    private readonly pool: WorkerPool,
    private readonly slot: WorkerSlot,
    private readonly job: RunJob,
    private readonly host: RunHost,
    private readonly conditions: RunConditions,
  ) {
    const { control, worker } = slot;
    this.outcome = new Promise((resolve) => {
      this.resolve = resolve;
    });
    control.reset();
    this.watch = new IdleWatch(control, job.timeoutMs, conditions.clock, conditions.suspendAllowanceMs, () =>
      this.requestStop(STOP.timeout),
    );
    worker.onMessage = (message) => this.onMessage(message);
    worker.onExit = (error) => {
      this.pool.lost();
      this.finish(this.lastOutcome({ status: 'engine', message: error?.message ?? 'the worker ended' }));
    };
    conditions.signal?.addEventListener('abort', this.onAbort);
    this.send();
  }

  /** A job that cannot be cloned ends its run; the worker has heard nothing of it. */
  private send(): void {
    const { job, host, conditions, slot } = this;
    const { streams } = host;
    const transfer = job.setup === undefined ? [] : [job.setup.buffer as ArrayBuffer];
    try {
      slot.worker.post({ type: 'run', job, streams, hasClock: conditions.clock !== undefined }, transfer);
      this.armWatchdog();
    } catch (error) {
      this.end(bareOutcome({ status: 'engine', message: error instanceof Error ? error.message : String(error) }));
    }
  }

  private onMessage(message: FromWorker): void {
    if (this.hasEnded) return;
    const { host, watch, slot } = this;
    const { control, isShared } = slot;
    switch (message.type) {
      case 'log':
        host.log(message.level, message.text);
        break;
      case 'progress':
        host.progress(message.percent, message.message);
        break;
      case 'call':
        this.callsSeen++;
        host.call(message.id, message.path, message.functionId, message.args, (bytes) =>
          this.answer(message.id, bytes),
        );
        break;
      case 'isOpen':
        if (isShared) host.inShare(() => control.answer(message.question, host.isStreamOpen(message.handle)));
        else this.asked.add(message.handle);
        break;
      case 'started':
        control.startedAt = message.at;
        control.sliceStart = message.at;
        control.cpuBefore = 0;
        break;
      case 'idle': {
        host.answersTaken?.(message.answered);
        const isStillIdle = message.answered === this.answersSent;
        if (!isShared) {
          control.cpuBefore = message.cpuMs;
          if (isStillIdle) control.sliceStart = 0;
        }
        if (isStillIdle) watch.idle();
        break;
      }
      case 'busy':
        if (!isShared && control.sliceStart === 0) control.sliceStart = message.at;
        watch.busy(message.at);
        break;
      case 'end':
        this.end(message.outcome);
        break;
      case 'ready':
        break;
    }
  }

  private answer(id: number, bytes: Uint8Array): void {
    if (this.hasEnded) return;
    const { control, isShared, worker } = this.slot;
    this.watch.busy();
    this.answersSent++;
    this.host.answerSent?.(bytes.length);
    const closed = isShared ? [] : this.asked.takeClosed((handle) => this.host.isStreamOpen(handle));
    const message = { type: 'answer', id, bytes, ...(closed.length > 0 && { closed }) } as const;
    worker.post(message, [bytes.buffer as ArrayBuffer]);
    if (!isShared && control.sliceStart === 0) control.sliceStart = nowMs();
    if (this.conditions.clock !== undefined) this.armWatchdog();
  }

  private requestStop(reason: number): void {
    if (this.hasEnded) return;
    this.slot.control.requestStop(reason);
    this.stopAt ??= nowMs();
    this.slot.worker.post({ type: 'stop', reason }, []);
    this.armWatchdog();
  }

  private end(outcome: RunOutcome): void {
    if (this.hasEnded) return;
    this.finish(outcome);
    if (!this.isTerminating) this.pool.release(this.slot);
  }

  private finish(outcome: RunOutcome): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.watchdog);
    outcome.suspendedMs = this.watch.end();
    this.conditions.signal?.removeEventListener('abort', this.onAbort);
    this.resolve(outcome);
  }

  /** When the guest must have given a sign of life, or `undefined` while nothing runs. */
  private dueAt(): number | undefined {
    const { control } = this.slot;
    if (this.stopAt !== undefined) return this.stopAt + GRACE_MS;
    const { startedAt, sliceStart, cpuBefore } = control;
    if (startedAt === 0 || sliceStart === 0) return undefined;
    const { timeoutMs } = this.job;
    return Math.min(startedAt + timeoutMs + this.watch.creditedMs(), sliceStart + timeoutMs - cpuBefore) + GRACE_MS;
  }

  private armWatchdog(): void {
    clearTimeout(this.watchdog);
    if (this.isTerminating) return;
    const due = this.dueAt() ?? nowMs() + this.job.timeoutMs + GRACE_MS;
    const delay = Math.min(MAX_ENGINE_TIMEOUT_MS, Math.max(1, Math.ceil(due - nowMs())));
    this.watchdog = setTimeout(() => void this.checkWatchdog(), delay);
  }

  private async checkWatchdog(): Promise<void> {
    const due = this.dueAt();
    if (due === undefined || nowMs() < due) {
      this.armWatchdog();
      return;
    }
    const { control, worker } = this.slot;
    control.requestStop(STOP.timeout);
    // A run that ends at this very moment may still say so; its worker is gone all the same.
    this.isTerminating = true;
    await worker.terminate();
    this.pool.lost();
    this.finish(
      this.lastOutcome(
        control.stop === STOP.cancelled ? { status: 'cancelled' } : { status: 'timeout', isDeadlock: false },
      ),
    );
  }

  private lastOutcome(verdict: RunVerdict): RunOutcome {
    const { startedAt, cpuMs } = this.slot.control;
    const wallMs = startedAt === 0 ? 0 : nowMs() - startedAt;
    return { ...bareOutcome(verdict), cpuMs, wallMs, bridgeCalls: this.callsSeen };
  }
}
