/**
 * Host side of WASM modules: a call goes to a worker, on an instance of its own, within the budgets of the run.
 * @module
 */
import type { WasmPoolOutcome, WasmWorkerPool } from '@nodetool-ai/protocol/core';
import { SandboxLimitError } from '../errors.js';
import { lowestLimits, type Reservation, WasmBudget } from '../modules/wasm/budget.js';
import { checkWasmCall, wasmWhere } from '../modules/wasm/call.js';
import { WasmCompileCache } from '../modules/wasm/compile-cache.js';
import { currentPlatform } from '../platform.js';
import { cancelledError } from './answer.js';
import type { BridgeFamily, RunScope } from './bridge.js';

const compiled = new WasmCompileCache();
let shared: WasmWorkerPool | undefined;

const createBudget = (run: RunScope): WasmBudget => new WasmBudget(lowestLimits(run.plan.wasmModules.values()));

/** The function, or its instantiation, ended with an error of the engine; `message` names its reason. */
export class WasmTrapError extends Error {
  override readonly name = 'WasmTrapError';
}

/** The bridge `wasmModule(key, exportName, args)`. */
export const wasmModuleBridges: BridgeFamily = [
  [
    'wasmModule',
    async (run, [key, exportName, args], { signal }) => {
      const checked = checkWasmCall(run.plan, key, exportName, args);
      if (checked.error !== undefined) throw checked.error;
      const { module, alias, fn } = checked;
      const where = `${wasmWhere(module.key)}: "${alias}"`;
      const budget = run.own(createBudget);
      budget.countCall(module.key);
      const code = await compile(module.binary, where);
      const giveBack = await budget.takeSlot();
      try {
        if (run.isOver() || signal.aborted) throw cancelledError();
        const reservation = budget.reserve(module.key);
        const pool = poolOf(run, where);
        const outcome = await pool.run({
          module: code,
          exportName: fn.wasmName,
          args: checked.args,
          timeoutMs: reservation.ms,
          signal,
        });
        // A call that was cut has used all it might: else a loop of such calls would be free.
        reservation.settle(outcome.status === 'timeout' ? reservation.ms : outcome.elapsedMs);
        return read(outcome, where, reservation, budget);
      } finally {
        giveBack();
      }
    },
  ],
];

function poolOf(run: RunScope, where: string): WasmWorkerPool {
  if (run.options.wasmPool !== undefined) return run.options.wasmPool;
  shared ??= currentPlatform().createWasmPool?.();
  if (shared === undefined) {
    throw new Error(`${where} is not available in this runtime: it can start no workers for WASM modules`);
  }
  return shared;
}

async function compile(binary: Parameters<WasmCompileCache['get']>[0], where: string): Promise<object> {
  try {
    return await compiled.get(binary);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${where} cannot be called: its binary does not compile: ${reason}`);
  }
}

function read(outcome: WasmPoolOutcome, where: string, { ms }: Reservation, budget: WasmBudget): number | undefined {
  switch (outcome.status) {
    case 'done':
      return outcome.value;
    case 'trap':
      throw new WasmTrapError(`${where} trapped: ${outcome.reason}`);
    case 'died':
      throw new Error(`${where} failed: ${outcome.reason}. Ask for less in one call`);
    case 'cancelled':
      throw cancelledError();
    case 'timeout': {
      const { callTimeoutMs, wallClockMs } = budget.limits;
      const left = ms < callTimeoutMs ? `, all that was left of the WASM wall clock of ${wallClockMs} ms per run` : '';
      throw new SandboxLimitError(
        'WASM_BUDGETS.callTimeoutMs',
        `${where} ran past its per-call timeout of ${ms} ms${left}; its worker was terminated and replaced`,
      );
    }
  }
}
