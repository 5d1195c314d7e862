/**
 * The shape of the conformance table: one program, what it is given, and the one outcome every host must give.
 * @module
 */
import type { RunSandboxOptions, RunSandboxResult, SandboxErrorCode } from '@nodetool-ai/protocol';

/** Options of a row; the host that runs the table adds the program and where to run it. */
export type RowOptions = Omit<RunSandboxOptions, 'code' | 'execution'>;

/** Outcome of a run that returns. */
export interface ExpectedResult {
  /** Compared strictly: classes, `undefined` keys and the sign of zero count. */
  result: unknown;
}

/** Outcome of a run that fails. */
export interface ExpectedFailure {
  failure: SandboxErrorCode;
  /** The whole text of `error`. */
  error?: string;
  /** Each occurs in `error`, whatever the case of the letters. */
  says?: readonly string[];
  /** 1-based line of the program. */
  line?: number;
  /** Key of the limit that was passed. */
  limit?: string;
}

/** One row of the table. */
export interface Row {
  /** A sentence about behaviour. */
  name: string;
  /** Which parts of the contract it shows. */
  rules: readonly string[];
  code: string;
  /** Made anew for each run, since a run may write into what it is given. */
  options?: () => RowOptions;
  expected: ExpectedResult | ExpectedFailure;
  /** What else to look at once the run has settled: logs, warnings, what the host was called with. */
  observe?: (outcome: RunSandboxResult, options: RowOptions) => unknown;
  /** What {@link Row.observe} must answer, compared strictly. */
  observed?: unknown;
  /** Native code that never asks whether to stop is ended by ending its worker; inline there is none. */
  workerOnly?: true;
  /** Uses something only Node has. */
  nodeOnly?: true;
}

/** Digest of a module made for a row; the core does not look inside it. */
export const DIGEST = '0'.repeat(64);
