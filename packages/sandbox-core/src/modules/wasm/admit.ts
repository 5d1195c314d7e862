/**
 * Decides whether a WASM module may be served: its binary, the functions its pack names, and its budgets.
 * @module
 */
import { type ResolvedWasmModule, WASM_BUDGETS, type WasmModuleLimits } from '@nodetool-ai/protocol/core';
import { wasm } from '../../engine/webassembly.js';
import { isFacadeExport } from '../facade.js';
import { isRecord } from '../is-record.js';
import { type ParsedWasm, parseWasm, type WasmValueType } from './parse.js';
import { type WasmConcern, WasmFormatError } from './reader.js';

/** Type of a value that crosses. */
export type WasmNumberType = 'i32' | 'f32' | 'f64';

/** A function the guest may call under its alias. */
export interface WasmFunction {
  /** Name in the binary. */
  wasmName: string;
  params: readonly WasmNumberType[];
}

/** A binary that was looked at, in a copy of our own: nobody can change it afterwards. */
export interface WasmBinary {
  bytes: Uint8Array<ArrayBuffer>;
  parsed: ParsedWasm;
}

/** A WASM module this run may call. `key` is its specifier. */
export interface PlannedWasmModule {
  key: string;
  binary: WasmBinary;
  /** By alias. */
  functions: ReadonlyMap<string, WasmFunction>;
  limits: WasmModuleLimits;
}

/** Why a WASM module may not be served; the text names the export or the byte. */
export interface WasmViolation {
  violation: string;
  concern: WasmConcern;
}

type Admission = PlannedWasmModule | WasmViolation;

const LIMIT_KEYS = ['callsPerInvocation', 'wallClockMs', 'callTimeoutMs', 'callConcurrency'] as const;
const REASONS: Partial<Record<WasmValueType, string>> = {
  i64: 'uses i64, which would be a bigint',
  v128: 'uses v128, which no number can hold',
  ref: 'uses a reference',
};

/** Binaries already looked at. The digest goes along, for a caller that fills one buffer with another binary. */
const known = new WeakMap<Uint8Array, { digest: string; binary: WasmBinary }>();

/**
 * Why a run would refuse a WASM module, or `undefined` when it would serve it: its binary has imports, a memory that is
 * shared, 64-bit or may grow past `memoryPagesMax`, an export that is no function of at most 8 numbers to at most one.
 * It compiles and runs nothing; what the functions do is not looked at.
 * @example
 * const refused = wasmModuleViolation(module);
 * if (refused) console.error(refused.concern, refused.violation);
 */
export function wasmModuleViolation(module: ResolvedWasmModule): WasmViolation | undefined {
  const admitted = admitWasm(module);
  return 'violation' in admitted ? admitted : undefined;
}

const refuse = (violation: string, concern: WasmConcern = 'invalid'): WasmViolation => ({ violation, concern });

/** Checks one WASM module of a resolution; the texts name the export and the reason. */
export function admitWasm(module: ResolvedWasmModule): Admission {
  const { bytes, contentDigest } = module;
  const declaration: unknown = module.wasm;
  if (!(bytes instanceof Uint8Array)) return refuse('bytes must be a Uint8Array');
  if (!isRecord(declaration)) return refuse('wasm must be { memoryPagesMax, exports }');
  const limits = readLimits(declaration.limits);
  if (typeof limits === 'string') return refuse(limits);
  const binary = readBinary(bytes, contentDigest);
  if ('violation' in binary) return binary;
  const problem = memoryProblem(declaration.memoryPagesMax, binary.parsed);
  if (problem !== undefined) return refuse(problem, 'memory');
  const functions = readFunctions(declaration.exports, binary.parsed);
  if (typeof functions === 'string') return refuse(functions, 'export');
  return { key: module.specifier, binary, functions, limits };
}

/**
 * Looks at a binary with our own reader, then lets the engine validate it.
 * @returns what is wrong with it, or the binary
 */
export function readBinary(bytes: Uint8Array, digest: string): WasmBinary | WasmViolation {
  const before = known.get(bytes);
  if (before?.digest === digest) return before.binary;
  const most = WASM_BUDGETS.binaryBytes.value;
  if (bytes.length > most) return refuse(`the binary has ${bytes.length} bytes; at most ${most} are served`);
  try {
    const copy = new Uint8Array(bytes);
    const parsed = parseWasm(copy);
    if (!wasm.validate(copy)) {
      return refuse('the binary is not valid WebAssembly: the engine refuses a function or a segment');
    }
    const binary = { bytes: copy, parsed };
    known.set(bytes, { digest, binary });
    return binary;
  } catch (error) {
    if (!(error instanceof WasmFormatError)) throw error;
    return refuse(`the binary cannot be served: ${error.message}`, error.concern);
  }
}

function memoryProblem(memoryPagesMax: unknown, { memoryPages }: ParsedWasm): string | undefined {
  const most = WASM_BUDGETS.memoryPages.value;
  if (!Number.isInteger(memoryPagesMax) || (memoryPagesMax as number) < 0 || (memoryPagesMax as number) > most) {
    return `memoryPagesMax must be an integer from 0 to ${most}`;
  }
  if (memoryPages <= (memoryPagesMax as number)) return undefined;
  return `its memory may grow to ${memoryPages} pages, past memoryPagesMax, ${memoryPagesMax}`;
}

function readFunctions(list: unknown, parsed: ParsedWasm): Map<string, WasmFunction> | string {
  if (!Array.isArray(list) || list.length === 0) return 'wasm.exports must name one function at least';
  const functions = new Map<string, WasmFunction>();
  const names = new Set<string>();
  for (const item of list as unknown[]) {
    if (!isRecord(item) || typeof item.wasm !== 'string')
      return 'wasm.exports holds something that is not { wasm, as }';
    const { wasm: wasmName, as: alias } = item;
    const refuse = (why: string) => `export ${JSON.stringify(wasmName)} ${why}`;
    if (!isFacadeExport(alias)) return refuse(`needs an alias that is an identifier, not ${JSON.stringify(alias)}`);
    if (names.has(wasmName) || functions.has(alias)) return refuse('is declared twice, or its alias is');
    const params = numbersOnly(wasmName, parsed);
    if (typeof params === 'string') return refuse(params);
    names.add(wasmName);
    functions.set(alias, { wasmName, params });
  }
  return functions;
}

/** Parameter types of a function that a guest can call, or why it cannot. */
function numbersOnly(name: string, parsed: ParsedWasm): readonly WasmNumberType[] | string {
  const found = parsed.exports.get(name);
  if (found === undefined) return 'is missing from the binary';
  if (found.kind !== 'function') return `is a ${found.kind}, not a function`;
  const { params, results } = found.type;
  const most = WASM_BUDGETS.parameters.value;
  if (params.length > most) return `has ${params.length} parameters; at most ${most} can be passed`;
  if (results.length > 1) return `has ${results.length} results; at most one can be returned`;
  for (const type of [...params, ...results]) {
    const reason = REASONS[type];
    if (reason !== undefined) return reason;
  }
  return params as readonly WasmNumberType[];
}

function readLimits(given: unknown): WasmModuleLimits | string {
  if (given === undefined) return {};
  if (!isRecord(given)) return 'limits must be an object';
  const limits: WasmModuleLimits = {};
  for (const key of LIMIT_KEYS) {
    const value = given[key];
    if (value === undefined) continue;
    const most = WASM_BUDGETS[key].value;
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > most) {
      return `limits.${key} must be an integer from 1 to ${most}; a module can only lower it`;
    }
    limits[key] = value as number;
  }
  return limits;
}
