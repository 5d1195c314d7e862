/**
 * Where runs are interpreted: on this thread, or in a worker.
 * @module
 */
import type { RunClock } from '../clock.js';
import type { RunHost, RunJob, RunOutcome } from './job.js';

/** What ends or prolongs a run from outside. */
export interface RunConditions {
  signal: AbortSignal | undefined;
  clock: RunClock | undefined;
  suspendAllowanceMs: number;
}

/** Interprets jobs. `execute` never rejects for anything a guest does. */
export interface Executor {
  execute(job: RunJob, host: RunHost, conditions: RunConditions): Promise<RunOutcome>;
}

/** No worker can be had for a run: none of its guest's code has run. */
export class WorkerUnavailable extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'WorkerUnavailable';
  }
}

/** The outcome of a run that ended before, or outside of, its interpreter. */
export function bareOutcome(verdict: RunOutcome['verdict']): RunOutcome {
  return { verdict, writtenBack: [], cpuMs: 0, wallMs: 0, suspendedMs: 0, peakMemoryBytes: 0, bridgeCalls: 0 };
}
