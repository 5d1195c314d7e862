/**
 * What the caller's side and the interpreter's side of a run say to each other. All of it is plain data.
 * @module
 */
import type { ErrorRecord } from '../guest/error-record.js';
import type { ModuleTables } from '../modules/normalizer.js';

/** A run, ready to be interpreted on this thread or another. */
export interface RunJob {
  /** The entry module. */
  source: string;
  /** Two wrappers that must both compile before text is run that our own parser refuses. */
  probes: [string, string] | undefined;
  prelude: string | undefined;
  /** Envelope of what the guest needs to start, if it needs anything. */
  setup: Uint8Array | undefined;
  /** What the program may import, facades included. */
  modules: ModuleTables | undefined;
  /** What the program imports, in its order, and what else packs could see while they are evaluated. */
  imports: readonly string[];
  dispatchers: readonly string[];
  secretScope: readonly string[] | null;
  globalNames: readonly string[];
  timeoutMs: number;
  memoryLimitBytes: number;
  stackLimitBytes: number;
  /** Whether `toJSON` is written anywhere in the program or in what it imports. */
  mentionsToJSON: boolean;
  /** How long a guest that waits for nothing is kept, in ms. */
  deadlockGraceMs: number;
  maxBridgeCalls: number;
  maxInFlightBridgeCalls: number;
}

/** An error that nobody in the guest caught. */
export interface ThrownVerdict {
  status: 'threw';
  /** Envelope of an {@link ErrorRecord}. */
  record: Uint8Array;
  phase: 'prelude' | 'link' | 'body';
  /** Text of the refused static import that the error came from, if it did. */
  denial: string | undefined;
  /** Whether the guest had asked for more memory than it may have. */
  hasRefusedMemory: boolean;
}

/** How a run ended, before anybody decodes its values. */
export type RunVerdict =
  | { status: 'returned'; result: Uint8Array }
  | ThrownVerdict
  | { status: 'syntax'; record: Uint8Array }
  | { status: 'timeout'; isDeadlock: boolean; stack?: string }
  | { status: 'cancelled' }
  | { status: 'memory' }
  | { status: 'stack' }
  | { status: 'engine'; message: string };

/** A global as the guest left it, or the reason why it cannot be written back. */
export type WrittenBack = { index: number; bytes: Uint8Array } | { index: number; problem: Uint8Array };

/** Everything the interpreter's side has to say at the end. */
export interface RunOutcome {
  verdict: RunVerdict;
  writtenBack: WrittenBack[];
  cpuMs: number;
  wallMs: number;
  suspendedMs: number;
  peakMemoryBytes: number;
  bridgeCalls: number;
}

/**
 * The input streams of a run: there are none, there are some of which nobody says whether they are open, or the caller
 * answers that.
 */
export type StreamMode = 'absent' | 'closed' | 'answered';

/** What the caller's side does for a run while it lasts. None of it may throw. */
export interface RunHost {
  readonly streams: StreamMode;
  /** Whether an input stream may still give values. */
  isStreamOpen(handle: string): boolean;
  /** Does what the guest asked for in the share of the thread that the run has: at once, or somewhat later. */
  inShare(task: () => void): void;
  /** An answer to a guest on another thread goes out; the guest's thread has taken so many since the run began. */
  answerSent?(bytes: number): void;
  answersTaken?(count: number): void;
  /** Number of the level, or −1 for the notice that further output was dropped. */
  log(level: number, text: string): void;
  progress(percent: number, message: string | undefined): void;
  /** `reply` takes the envelope of `[id, ok, value]`, once. */
  call(id: number, path: number, functionId: number, args: Uint8Array, reply: (answer: Uint8Array) => void): void;
  /** Calls a function of the caller on this thread. A number that is known at once is returned and not replied. */
  callWithNumbers?(
    id: number,
    functionId: number,
    numbers: number[],
    reply: (answer: Uint8Array) => void,
  ): number | undefined;
}

/** Decoded form of {@link ErrorRecord}, re-exported for those who read verdicts. */
export type { ErrorRecord };
