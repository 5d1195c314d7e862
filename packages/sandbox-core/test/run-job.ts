/**
 * Runs for tests that go below `runInSandbox`.
 * @module
 */
import { encodeEnvelope } from '../src/codec/encode.js';
import { buildEntry } from '../src/entry/build-entry.js';
import type { RunHost, RunJob } from '../src/executor/job.js';

/** A caller's side that takes everything and answers nothing. */
export const silentHost: RunHost = {
  log: () => undefined,
  progress: () => undefined,
  call: () => undefined,
  streams: 'absent',
  isStreamOpen: () => false,
  inShare: (task) => task(),
};

/** A job with ample limits and the stack of an inline run. */
export function jobOf(code: string, changes: Partial<RunJob> = {}): RunJob {
  return {
    source: buildEntry(code).source,
    probes: undefined,
    prelude: undefined,
    setup: encodeEnvelope({ globals: {}, writable: [], dispatchers: [] }),
    modules: undefined,
    imports: [],
    dispatchers: [],
    secretScope: null,
    globalNames: [],
    timeoutMs: 5000,
    memoryLimitBytes: 64 << 20,
    stackLimitBytes: 64 << 10,
    mentionsToJSON: true,
    deadlockGraceMs: 0,
    maxBridgeCalls: 1000,
    maxInFlightBridgeCalls: 10,
    ...changes,
  };
}
