/**
 * Runs on the caller's own thread. A native loop of the engine blocks it, and there is no watchdog to end that.
 * @module
 */
import { localBridges } from '../bridges/local.js';
import { streamOpenBridge } from '../bridges/stream-open.js';
import type { EnginePool } from '../engine/pool.js';
import { RunControl, STOP } from './control.js';
import type { Executor, RunConditions } from './executor.js';
import { GuestRun } from './guest-run.js';
import { IdleWatch } from './idle-watch.js';
import type { RunHost, RunJob, RunOutcome } from './job.js';
import { PackImages } from './prepared-packs.js';
import { SMALL_STACK_BYTES } from './small-stack.js';

/** Interprets on this thread. */
export class InlineExecutor implements Executor {
  private readonly packs = new PackImages();

  constructor(private readonly pool: EnginePool) {}

  async execute(job: RunJob, host: RunHost, conditions: RunConditions): Promise<RunOutcome> {
    const engine = await this.pool.lease();
    const control = new RunControl(new ArrayBuffer(RunControl.BYTES));
    let run: GuestRun | undefined;
    const stop = () => run?.stop();
    const watch = new IdleWatch(control, job.timeoutMs, conditions.clock, conditions.suspendAllowanceMs, stop);
    const onAbort = () => {
      control.requestStop(STOP.cancelled);
      stop();
    };
    if (conditions.signal?.aborted) control.requestStop(STOP.cancelled);
    conditions.signal?.addEventListener('abort', onAbort);
    try {
      run = new GuestRun({
        engine,
        image: this.pool.image,
        job: { ...job, stackLimitBytes: Math.min(job.stackLimitBytes, SMALL_STACK_BYTES) },
        host,
        control,
        packs: this.packs,
        local: new Map([...localBridges(), ...streamOpenBridge(host.streams, (handle) => host.isStreamOpen(handle))]),
        onIdle: () => watch.idle(),
        onBusy: () => watch.busy(),
      });
      const outcome = await run.start();
      outcome.suspendedMs = watch.end();
      return outcome;
    } finally {
      conditions.signal?.removeEventListener('abort', onAbort);
      watch.end();
      this.pool.giveBack(engine, run?.isSound === true);
      // Soon, but not in the caller's way.
      setTimeout(() => this.pool.refresh(), 0).unref?.();
    }
  }
}
