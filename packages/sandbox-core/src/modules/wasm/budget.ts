/**
 * What the WASM calls of one run may use together.
 * @module
 */
import { WASM_BUDGETS, type WasmModuleLimits } from '@nodetool-ai/protocol/core';
import { SandboxLimitError } from '../../errors.js';
import { wasmWhere } from './call.js';

/** Budgets that hold for a run: of each the lowest that any of its modules names. */
export function lowestLimits(modules: Iterable<{ limits: WasmModuleLimits }>): Required<WasmModuleLimits> {
  const lowest: Required<WasmModuleLimits> = {
    callsPerInvocation: WASM_BUDGETS.callsPerInvocation.value,
    wallClockMs: WASM_BUDGETS.wallClockMs.value,
    callTimeoutMs: WASM_BUDGETS.callTimeoutMs.value,
    callConcurrency: WASM_BUDGETS.callConcurrency.value,
  };
  for (const { limits } of modules) {
    for (const key of Object.keys(lowest) as (keyof WasmModuleLimits)[]) {
      lowest[key] = Math.min(lowest[key], limits[key] ?? lowest[key]);
    }
  }
  return lowest;
}

/** Wall clock set aside for one call. */
export interface Reservation {
  readonly ms: number;
  /** Gives back what the call did not use. */
  settle(usedMs: number): void;
}

/** Counts the calls of one run, holds back those past its concurrency, and keeps its wall clock. */
export class WasmBudget {
  private calls = 0;
  private atWork = 0;
  private remainingMs: number;
  private readonly waiting: (() => void)[] = [];

  constructor(readonly limits: Required<WasmModuleLimits>) {
    this.remainingMs = limits.wallClockMs;
  }

  /** @throws {SandboxLimitError} the run has made all its calls */
  countCall(key: string): void {
    const most = this.limits.callsPerInvocation;
    if (this.calls >= most) {
      const text = `${wasmWhere(key)}: the run has made ${most} WASM calls per invocation, its limit. Compute more per call`;
      throw new SandboxLimitError('WASM_BUDGETS.callsPerInvocation', text);
    }
    this.calls++;
  }

  /** Waits for a slot; the returned function gives it back, once. */
  async takeSlot(): Promise<() => void> {
    if (this.atWork < this.limits.callConcurrency) this.atWork++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // The slot goes to the next one as it is: a call that comes in between must not overtake it.
      const next = this.waiting.shift();
      if (next === undefined) this.atWork--;
      else next();
    };
  }

  /**
   * Sets aside what a call may use at most, so that calls at the same time cannot use more than is left together.
   * @throws {SandboxLimitError} nothing is left
   */
  reserve(key: string): Reservation {
    const ms = Math.min(this.limits.callTimeoutMs, Math.floor(this.remainingMs));
    if (ms < 1) {
      const text = `${wasmWhere(key)}: the run has used its WASM wall clock of ${this.limits.wallClockMs} ms. Compute less per run`;
      throw new SandboxLimitError('WASM_BUDGETS.wallClockMs', text);
    }
    this.remainingMs -= ms;
    return { ms, settle: (usedMs) => (this.remainingMs += ms - Math.min(ms, Math.max(0, usedMs))) };
  }
}
