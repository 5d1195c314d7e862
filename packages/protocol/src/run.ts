/**
 * The shape of one run, as callers of the core and of everything above it see it.
 * @module
 */
import type { SandboxErrorInfo } from './error-codes.js';
import type { HostFunctions } from './host-modules.js';
import type { SandboxLimits } from './limits.js';
import type { SandboxModuleResolution } from './modules.js';

/** Level of a console line. */
export type ConsoleLevel = 'log' | 'info' | 'warn' | 'error' | 'debug';

/** A clock that stops while the host, and not the guest, is what a run waits for. */
export interface SandboxClock {
  /** Opens a suspension; the returned function ends it, once. Suspensions nest and count once. */
  suspend(): () => void;
  /** Suspended time so far in ms, an open suspension included. */
  suspendedMs(): number;
}

/**
 * Where host functions of a module come from: the functions themselves (run on the caller's thread),
 * or the URL of a module with a `functions` export (run in the host-module worker pool).
 */
export type HostModuleSource = HostFunctions | URL | string;

/** Options of `runInSandbox`. */
export interface RunSandboxOptions {
  /** Program text: the body of an async function. */
  code: string;
  /** Execution budget in ms for each of the two meters; default 30 000, `Infinity` for none. */
  timeoutMs?: number;
  globals?: Record<string, unknown>;
  /** Trusted guest source evaluated before the program, in a module of its own. */
  prelude?: string;
  signal?: AbortSignal;
  limits?: SandboxLimits;
  onProgress?: (percent: number, message?: string) => void;
  onEmit?: (name: string, value: unknown) => void | Promise<void>;
  onLog?: (level: ConsoleLevel, message: string) => void;
  clock?: SandboxClock;
  suspendAllowanceMs?: number;
  modules?: SandboxModuleResolution;
  /** Host code by host id; what is absent is loaded from `<pinned package>/host` as the application resolves it. */
  hostModules?: Record<string, HostModuleSource>;
  execution?: 'auto' | 'worker' | 'inline';
}

/** What a run cost. Times in ms. `peakMemoryBytes` counts the guest's own world (about 1 MB) as well. */
export interface RunUsage {
  cpuMs: number;
  wallMs: number;
  suspendedMs: number;
  peakMemoryBytes: number;
  fetchCalls: number;
  bridgeCalls: number;
  emitCalls: number;
}

interface RunResultBase {
  /** Console lines; `warn`, `error`, `info` and `debug` carry their level as a prefix. */
  logs: string[];
  /** Values emitted while no `onEmit` was given; kept on failure. */
  emitted?: { name: string; value: unknown }[];
  warnings?: string[];
  truncated?: { result?: true; logs?: true };
  usage?: RunUsage;
}

/** A run that returned. */
export interface RunSandboxSuccess extends RunResultBase {
  success: true;
  /** What the body returned, in output normal form; `undefined` became `null`. */
  result: unknown;
  /** Values given to `output()`. */
  outputs?: Record<string, unknown>;
  error?: undefined;
  errorInfo?: undefined;
  stack?: undefined;
}

/** A run that failed. */
export interface RunSandboxFailure extends RunResultBase {
  success: false;
  error: string;
  errorInfo: SandboxErrorInfo;
  stack?: string;
  result?: undefined;
  outputs?: undefined;
}

/** What `runInSandbox` resolves to; it never rejects. */
export type RunSandboxResult = RunSandboxSuccess | RunSandboxFailure;
