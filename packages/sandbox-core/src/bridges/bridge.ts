/**
 * What a bridge is on the host's side.
 * @module
 */
import type { ResolvedSandboxLimits, RunSandboxOptions } from '@nodetool-ai/protocol/core';
import type { RunClock } from '../clock.js';
import type { BridgePath } from '../guest/paths.js';
import type { ModulePlan } from '../modules/plan.js';

/** What a bridge knows of the call besides its arguments. */
export interface BridgeCall {
  /** Fires when the run is cancelled or ends. */
  readonly signal: AbortSignal;
}

/** A host function a guest may call. Arguments are decoded, untrusted plain data. */
export type BridgeFunction = (args: unknown[], call: BridgeCall) => unknown;

/** Bridges answered on the interpreter's thread, by path; a `Map`, so that no path can name an inherited property. */
export type BridgeTable = Map<string, BridgeFunction>;

/** What the bridges on the caller's side know of the run they serve. */
export interface RunScope {
  readonly options: RunSandboxOptions;
  readonly limits: ResolvedSandboxLimits;
  readonly plan: ModulePlan;
  /** Set whenever the run has input streams. */
  readonly clock: RunClock | undefined;
  /** Functions of the caller by id − 1. */
  readonly functions: readonly ((...args: unknown[]) => unknown)[];
  /** Whether the run was cancelled or has ended: nothing of the caller's may be called any more. */
  isOver(): boolean;
  warn(text: string): void;
  /** What one family of bridges keeps for this run; made when it is first asked for. */
  own<T extends object>(make: (run: RunScope) => T): T;
  /** Resolves when the guest has taken enough of its answers; bridges that hold much memory wait for it. */
  roomForAnswers(): Promise<void>;
  /** Does a task, which must not throw, when the run has ended: at once if it has. */
  onEnd(task: () => void): void;
}

/** A bridge that needs the caller's thread. It checks each argument; it may answer with a promise, and throws normally. */
export type RunBridge = (run: RunScope, args: unknown[], call: BridgeCall) => unknown;

/** The bridges of one family, by path. */
export type BridgeFamily = readonly (readonly [BridgePath, RunBridge])[];
