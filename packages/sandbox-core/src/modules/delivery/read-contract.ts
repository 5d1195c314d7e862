/**
 * Reads what a server says in headers about a file.
 * @module
 */
import {
  type ResolvedWasmModule,
  sandboxDeliveryId,
  WASM_BUDGETS,
  type WasmModuleLimits,
} from '@nodetool-ai/protocol/core';
import { isFacadeExport } from '../facade.js';
import { isRecord } from '../is-record.js';

const LIMITS = ['callsPerInvocation', 'wallClockMs', 'callTimeoutMs', 'callConcurrency'] as const;

/** The contract of a WASM module; `undefined` for anything that is none. Only what is known of it is kept. */
export function readWasmContract(text: string | null): ResolvedWasmModule['wasm'] | undefined {
  const given = parse(text);
  if (!isRecord(given) || !Array.isArray(given.exports) || given.exports.length === 0) return undefined;
  if (!isWithin(given.memoryPagesMax, 0, WASM_BUDGETS.memoryPages.value)) return undefined;
  const contract: ResolvedWasmModule['wasm'] = { memoryPagesMax: given.memoryPagesMax, exports: [] };
  for (const item of given.exports as unknown[]) {
    if (!isRecord(item) || typeof item.wasm !== 'string' || !isFacadeExport(item.as)) return undefined;
    contract.exports.push({ wasm: item.wasm, as: item.as });
  }
  if (given.limits === undefined) return contract;
  if (!isRecord(given.limits)) return undefined;
  const limits: WasmModuleLimits = {};
  for (const key of LIMITS) {
    const value = given.limits[key];
    if (value === undefined) continue;
    if (!isWithin(value, 1, WASM_BUDGETS[key].value)) return undefined;
    limits[key] = value;
  }
  return { ...contract, limits };
}

/** Ids of files of one pack, without the pack's name; `undefined` for anything else. */
export function readDependencies(text: string | null, packName: string): string[] | undefined {
  const given = parse(text);
  if (!Array.isArray(given)) return undefined;
  const start = sandboxDeliveryId(packName, '');
  const ids: string[] = [];
  for (const id of given as unknown[]) {
    if (typeof id !== 'string' || !id.startsWith(start)) return undefined;
    ids.push(id.slice(start.length));
  }
  return ids;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
