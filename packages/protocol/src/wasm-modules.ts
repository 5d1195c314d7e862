/**
 * Budgets of WebAssembly modules, and the pool of workers that runs their functions.
 * @module
 */
import type { LimitUnit } from './limits.js';

/** One budget: default and ceiling at once. */
export interface WasmBudgetRow {
  description: string;
  unit: LimitUnit;
  value: number;
}

/**
 * What a WebAssembly module may use. The first four may be lowered by a manifest's `limits`, never raised, and the
 * lowest of all WebAssembly modules of a run holds for the run. The others are fixed.
 */
export const WASM_BUDGETS = {
  callsPerInvocation: {
    description: 'Calls of WebAssembly functions in one run.',
    unit: 'count',
    value: 256,
  },
  wallClockMs: {
    description: 'Time of all calls of one run together, each call counted by itself.',
    unit: 'ms',
    value: 30_000,
  },
  callTimeoutMs: {
    description: 'Time of one call, instantiation and a start function included.',
    unit: 'ms',
    value: 5000,
  },
  callConcurrency: {
    description: 'Calls of one run that are at work at the same time; further calls wait in order.',
    unit: 'count',
    value: 2,
  },
  poolWorkers: {
    description: 'Workers that run WebAssembly calls, for all runs of a process.',
    unit: 'count',
    value: 4,
  },
  binaryBytes: {
    description: 'Size of one binary.',
    unit: 'bytes',
    value: 4 * 1024 * 1024,
  },
  memoryPages: {
    description: 'Pages of 64 KiB that `memoryPagesMax` may name; the declared maximum of a memory counts.',
    unit: 'count',
    value: 4096,
  },
  parameters: {
    description: 'Parameters of one function a guest may call.',
    unit: 'count',
    value: 8,
  },
  tableElements: {
    description: 'Declared maximum of all tables of a binary together.',
    unit: 'count',
    value: 100_000,
  },
  binaryTypes: {
    description: 'Function types a binary declares: engines compare each with all others of the process.',
    unit: 'count',
    value: 1000,
  },
  binaryExports: {
    description: 'Entries in the export section of a binary, those that nobody asks for included.',
    unit: 'count',
    value: 10_000,
  },
} as const satisfies Record<string, WasmBudgetRow>;

/** Budgets of a WebAssembly module; each may only be lowered below {@link WASM_BUDGETS}. Positive integers. */
export interface WasmModuleLimits {
  callsPerInvocation?: number;
  wallClockMs?: number;
  callTimeoutMs?: number;
  callConcurrency?: number;
}

/** Part of the content digest of a WebAssembly module: raise it whenever the generated facade text changes. */
export const SANDBOX_WASM_FACADE_VERSION = 1;

/** One call for a pool. */
export interface WasmPoolCall {
  /** A compiled `WebAssembly.Module` without imports. */
  module: object;
  /** Name of the function in the binary. */
  exportName: string;
  args: readonly number[];
  /** Counts from the moment a worker takes the call, in ms. */
  timeoutMs: number;
  /** Ends the call, and with it the worker that is at it. */
  signal: AbortSignal;
}

/** How a call ended. `elapsedMs` counts from the moment a worker took it. */
export type WasmPoolOutcome = { elapsedMs: number } & (
  | { status: 'done'; value: number | undefined }
  /** The function, or the instantiation, ended with an error; `reason` is the engine's. */
  | { status: 'trap'; reason: string }
  /** The worker was terminated; a new one takes its place. */
  | { status: 'timeout' }
  | { status: 'died'; reason: string }
  | { status: 'cancelled' }
);

/** Runs functions of WebAssembly modules, each call on an instance of its own. */
export interface WasmWorkerPool {
  /** Calls start in the order in which they came. Never rejects. */
  run(call: WasmPoolCall): Promise<WasmPoolOutcome>;
}
