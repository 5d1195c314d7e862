/**
 * The shape of the conformance table: one program, what it is given, and the one outcome every host must give.
 * @module
 */
import type { RunSandboxOptions, RunSandboxResult, SandboxErrorCode } from '@nodetool-ai/protocol';
import type { createMemoryContext } from '@nodetool-ai/sandbox-core';

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

/** Where programs run. */
export type Host = 'node-inline' | 'node-worker' | 'page-inline' | 'page-worker' | 'page-worker-unshared';

/** Hosts a row does not hold on. */
export interface Difference {
  hosts: readonly Host[];
  /** What happens there instead and why: half a sentence that goes on after "There". */
  why: string;
  /** The outcome there. Without it the row is not run there. */
  expected?: ExpectedResult | ExpectedFailure;
}

const INLINE: readonly Host[] = ['node-inline', 'page-inline'];
const PAGES: readonly Host[] = ['page-inline', 'page-worker', 'page-worker-unshared'];

/** Ends a program by ending its worker. */
export const NEEDS_WATCHDOG: readonly Difference[] = [
  { hosts: INLINE, why: 'the program holds the one thread there is, and nothing can end it from outside' },
];

/** Needs more of the host's stack than any thread has whose size nobody can choose. */
export const NEEDS_STACK: readonly Difference[] = [
  {
    hosts: [...INLINE, 'page-worker', 'page-worker-unshared'],
    why: "the thread's own stack runs out first, which ends the run with `STACK` and cannot be caught",
  },
];

/** Gives the program something that only Node has. */
export const nodeOnly = (why: string): readonly Difference[] => [{ hosts: PAGES, why }];

/** Asks its host something and waits for the answer without giving up its turn. */
export const NEEDS_SHARED_MEMORY: readonly Difference[] = [
  {
    hosts: ['page-worker-unshared'],
    why: '`stream.open` answers `true` for an input it does not know, until the next answer of the host brings the news',
    expected: { result: true },
  },
];

/** HTTP is the browser's own, which follows redirects by itself. */
export const followsByItself = (why: string, expected: ExpectedResult | ExpectedFailure): readonly Difference[] => [
  { hosts: PAGES, why, expected },
];

/** What a host gives to the rows it runs. */
export interface Surroundings {
  /** Of the server in `http.ts`. */
  origin: string;
  createMemoryContext: typeof createMemoryContext;
}

/** One row of the table. */
export interface Row {
  /** A sentence about behaviour. */
  name: string;
  /** Which parts of the contract it shows. */
  rules: readonly string[];
  code: string;
  /** Made anew for each run, since a run may write into what it is given. */
  options?: (surroundings: Surroundings) => RowOptions;
  expected: ExpectedResult | ExpectedFailure;
  /** What else to look at once the run has settled: logs, warnings, what the host was called with. */
  observe?: (outcome: RunSandboxResult, options: RowOptions) => unknown;
  /** What {@link Row.observe} must answer, compared strictly. */
  observed?: unknown;
  /** Hosts on which the row does not hold by their nature. The page about hosts lists them. */
  differs?: readonly Difference[];
}

/** Digest of a module made for a row; the core does not look inside it. */
export const DIGEST = '0'.repeat(64);
