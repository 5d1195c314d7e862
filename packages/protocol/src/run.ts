/**
 * The shape of one run, as callers of the core and of everything above it see it.
 * @module
 */
import type { ProcessingContext } from './context.js';
import type { SandboxErrorInfo } from './error-codes.js';
import type { HostFunctions } from './host-modules.js';
import type { SandboxLimits } from './limits.js';
import type { SandboxCapabilityMount, SandboxModuleResolution } from './modules.js';
import type { WasmWorkerPool } from './wasm-modules.js';

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

/** What a streaming input gives for one take. */
export type TakenInput = { done: true } | { done: false; handle: string; value: unknown };

/** Kind of media a program may save as an asset. */
export type MediaType = 'image' | 'audio' | 'video' | 'document';

/** How the name of a host becomes addresses, and where sockets lead: a seam for tests and embedders. Never guest-set. */
export interface SandboxNetwork {
  /** All addresses of a name, in the order in which they are to be tried; an empty list means that it has none. */
  resolveHost?: (hostname: string) => Promise<readonly string[]>;
  /** The address and port to which a socket for a checked address really goes. */
  connect?: (target: { address: string; port: number; hostname: string }) => { address: string; port: number };
}

/** Options of `runInSandbox`. */
export interface RunSandboxOptions {
  /** Program text: the body of an async function. */
  code: string;
  /** Execution budget in ms for each of the two meters; default 30 000, `Infinity` for none. */
  timeoutMs?: number;
  /**
   * Values the program finds as global names. Plain data, byte arrays, dates, maps, sets and functions cross; a cycle is
   * refused with `GLOBALS`, a name that is taken is ignored with a warning. A call of a function crosses to the host and
   * answers with a promise. Plain objects and arrays are changed in place to what the program left in them.
   */
  globals?: Record<string, unknown>;
  /** Trusted guest source evaluated before the program, in a module of its own. */
  prelude?: string;
  /** Ends the run with `CANCELLED`, which wins over every other outcome. */
  signal?: AbortSignal;
  /** Each magnitude is clamped as `SANDBOX_LIMITS` says; no value switches a protection off. */
  limits?: SandboxLimits;
  /** `percent` is 0 to 100. At most 1000 reports, 100 ms apart; a sink that throws is ignored. */
  onProgress?: (percent: number, message?: string) => void;
  /** Takes emitted values in call order, one at a time; the program's `await emit(…)` waits for it. */
  onEmit?: (name: string, value: unknown) => void | Promise<void>;
  /** Takes the first 1000 console lines as they come, 4000 characters each; a sink that throws is ignored. */
  onLog?: (level: ConsoleLevel, message: string) => void;
  /**
   * While it stands and the guest is idle, the wall meter stands too; the CPU meter never does. The run suspends it
   * while it waits for `onTakeInput`. Default none, or one of the run's own with `onTakeInput`.
   */
  clock?: SandboxClock;
  /** Most time in ms that `clock` may credit; default 1 800 000, or 2 147 483 647 with `onTakeInput` or for `Infinity`. */
  suspendAllowanceMs?: number;
  /** Enables workspace, secrets, assets and media references. */
  context?: ProcessingContext;
  /**
   * Source behind `stream`: the next value of a handle, or of any handle for `null`. It is asked for one value of a
   * handle at a time, and never after the run has ended; what it holds by then stays with it.
   */
  onTakeInput?: (handle: string | null) => Promise<TakenInput>;
  /** Whether a handle may still give values; asked by `stream.open`. Absent or throwing means `false`. */
  onStreamOpen?: (handle: string) => boolean;
  /** Platform modules that the host mounts. */
  capabilities?: SandboxCapabilityMount;
  /** Loads media references where there is no `context` to do it. Asked by transforms of media, which come later. */
  resolveMediaRef?: (where: string, ref: unknown) => Promise<Uint8Array>;
  /** Saves media as an asset, before the context is asked. Asked by transforms of media, which come later. */
  promoteMedia?: (
    type: MediaType,
    bytes: Uint8Array,
    options?: { mimeType?: string; filename?: string },
  ) => Promise<unknown>;
  /** Default: the system's resolver and real sockets. */
  network?: SandboxNetwork;
  /** What the program may import; default nothing. One that cannot be honoured fails with `MODULES`. */
  modules?: SandboxModuleResolution;
  /** Runs calls of WebAssembly modules; default a pool of four workers that all runs of the process share. */
  wasmPool?: WasmWorkerPool;
  /** Host code by host id; what is absent is loaded from `<pinned package>/host` as the application resolves it. */
  hostModules?: Record<string, HostModuleSource>;
  /**
   * Where the guest is interpreted; default `auto`: in a worker, or on the caller's thread where none can be started.
   * `worker` fails with `WORKER_REQUIRED` there. Nothing can end a native loop of an `inline` run.
   */
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
