/**
 * Where runs are interpreted: on this thread, or in a worker.
 * @module
 */
import type { SandboxClock } from '@nodetool-ai/protocol';
import type { RunHost, RunJob, RunOutcome } from './job.js';

/** What ends or prolongs a run from outside. */
export interface RunConditions {
  signal: AbortSignal | undefined;
  clock: SandboxClock | undefined;
  suspendAllowanceMs: number;
}

/** Interprets jobs. `execute` never rejects for anything a guest does. */
export interface Executor {
  execute(job: RunJob, host: RunHost, conditions: RunConditions): Promise<RunOutcome>;
}

/** The outcome of a run that ended before, or outside of, its interpreter. */
export function bareOutcome(verdict: RunOutcome['verdict']): RunOutcome {
  return { verdict, writtenBack: [], cpuMs: 0, wallMs: 0, suspendedMs: 0, peakMemoryBytes: 0, bridgeCalls: 0 };
}
