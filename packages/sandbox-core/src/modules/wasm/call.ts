/**
 * Checks one call of a WASM function before anything of it is used.
 * @module
 */

import { nameValue } from '../name-value.js';
import type { ModulePlan } from '../plan.js';
import type { PlannedWasmModule, WasmFunction, WasmNumberType } from './admit.js';

/** A call that may go ahead, or why not. */
export type WasmCallCheck =
  | { module: PlannedWasmModule; alias: string; fn: WasmFunction; args: number[]; error?: undefined }
  | { error: Error; module?: undefined };

const I32_MIN = -2_147_483_648;
const I32_MAX = 2_147_483_647;

/**
 * Checks the parts of a call in the order: declared module, declared export, argument list, each argument.
 * All three values come from the guest, which may have captured the dispatcher: nothing is trusted, nothing is
 * converted. WebAssembly itself would wrap 2 ** 31 to −2 ** 31 and cut 1.5 to 1.
 */
export function checkWasmCall(
  plan: Pick<ModulePlan, 'wasmModules'>,
  moduleKey: unknown,
  exportName: unknown,
  args: unknown,
): WasmCallCheck {
  const module = typeof moduleKey === 'string' ? plan.wasmModules.get(moduleKey) : undefined;
  if (module === undefined) {
    return refuse(`${nameValue(moduleKey)} is not a WASM sandbox module declared by this run`);
  }
  const where = wasmWhere(module.key);
  const fn = typeof exportName === 'string' ? module.functions.get(exportName) : undefined;
  if (fn === undefined) {
    const names = [...module.functions.keys()].join(', ');
    return refuse(`${where} has no export named ${nameValue(exportName)}; it has ${names}`);
  }
  const alias = exportName as string;
  if (!Array.isArray(args)) {
    return refuse(`${where}: "${alias}" was called with a non-list argument: ${nameValue(args)}`);
  }
  const { params } = fn;
  if (args.length !== params.length) {
    const takes = `${params.length} ${params.length === 1 ? 'argument' : 'arguments'}`;
    return refuse(`${where}: "${alias}" takes ${takes} and got ${args.length}`);
  }
  for (const [index, type] of params.entries()) {
    const error = argumentProblem(`${where}: argument ${index + 1} of "${alias}"`, type, args[index]);
    if (error !== undefined) return { error };
  }
  return { module, alias, fn, args: args as number[] };
}

/** How errors name a WASM module. */
export function wasmWhere(key: string): string {
  return `WASM sandbox module "${key}"`;
}

function argumentProblem(where: string, type: WasmNumberType, value: unknown): Error | undefined {
  if (typeof value !== 'number') return new TypeError(`${where} must be a number (${type}), not ${nameValue(value)}`);
  if (type !== 'i32' || (Number.isInteger(value) && value >= I32_MIN && value <= I32_MAX)) return undefined;
  return new RangeError(`${where} must be an integer from ${I32_MIN} to ${I32_MAX} (i32), not ${value}`);
}

function refuse(text: string): WasmCallCheck {
  return { error: new TypeError(text) };
}
