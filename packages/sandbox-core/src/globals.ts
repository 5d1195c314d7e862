/**
 * Values and functions that the caller gives a guest as globals, and what comes back of them.
 * @module
 */
import { decodeEnvelope } from './codec/decode.js';
import { defineOwn } from './codec/define-own.js';
import { CodecError, encodeEnvelope } from './codec/encode.js';
import type { WrittenBack } from './executor/job.js';
import { RESERVED_WORDS } from './modules/identifiers.js';
import { GUEST_GLOBALS_SNAPSHOT, isReservedSandboxName } from './name-tables.js';

const IDENTIFIER = /^[a-zA-Z_$][a-zA-Z0-9_$]*$/;
const PRESENT = new Set(GUEST_GLOBALS_SNAPSHOT);

type AnyFunction = (...args: unknown[]) => unknown;

/** Globals ready to cross. */
export interface PreparedGlobals {
  /** `undefined` when the guest needs nothing beyond its own world. */
  setup: Uint8Array | undefined;
  /** By id − 1. */
  functions: AnyFunction[];
  warnings: string[];
  /** Names of all that were accepted. */
  names: string[];
  /** Globals that the guest may change in place, in the order in which it writes them back. */
  writable: string[];
}

/** Globals that cannot cross: the names, and why. */
export interface RefusedGlobals {
  cyclic: string[];
  reason: string | undefined;
}

/** Encodes what a guest needs at its start. */
export function prepareGlobals(
  globals: Record<string, unknown>,
  dispatchers: readonly string[],
  secretScope: readonly string[] | null = null,
): PreparedGlobals | RefusedGlobals {
  const accepted: Record<string, unknown> = Object.create(null);
  const warnings: string[] = [];
  for (const name of Object.keys(globals)) {
    const why = whyIgnored(name);
    if (why === undefined) accepted[name] = globals[name];
    else warnings.push(`global "${name}" was ignored: ${why}`);
  }
  if (Object.keys(accepted).length === 0 && dispatchers.length === 0 && secretScope === null) {
    return { setup: undefined, functions: [], warnings, names: [], writable: [] };
  }
  const functions: AnyFunction[] = [];
  const register = (fn: unknown): number => functions.push(fn as AnyFunction);
  try {
    const writable = Object.keys(accepted).filter((name) => isWritable(accepted[name]));
    const parts = { globals: accepted, writable, dispatchers, ...(secretScope !== null && { secretScope }) };
    const setup = encodeEnvelope(parts, { functions: register });
    return { setup, functions, warnings, names: Object.keys(accepted), writable };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return explainRefusal(accepted, error);
  }
}

function whyIgnored(name: string): string | undefined {
  if (!IDENTIFIER.test(name)) return 'it is not an identifier';
  if (RESERVED_WORDS.has(name)) return 'it is a reserved word';
  if (isReservedSandboxName(name) || PRESENT.has(name)) return 'the sandbox itself uses this name';
  return undefined;
}

function explainRefusal(accepted: Record<string, unknown>, first: CodecError): RefusedGlobals {
  const cyclic: string[] = [];
  let reason: string | undefined;
  for (const name of Object.keys(accepted)) {
    try {
      encodeEnvelope(accepted[name], { functions: () => 1 });
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      if (error.code === 'cycle') cyclic.push(name);
      else reason ??= `global "${name}": ${error.message}`;
    }
  }
  return { cyclic, reason: reason ?? (cyclic.length === 0 ? first.message : undefined) };
}

/** Writes what the guest left in its object globals into the caller's objects, in place. Returns warnings. */
export function writeBackGlobals(
  globals: Record<string, unknown>,
  names: readonly string[],
  written: readonly WrittenBack[],
  functions: readonly AnyFunction[],
): string[] {
  const warnings: string[] = [];
  for (const entry of written) {
    const name = names[entry.index];
    const target = name === undefined ? undefined : globals[name];
    if (name === undefined || !isPlain(target)) continue;
    const problem = 'problem' in entry ? textOf(entry.problem) : writeBackOne(target, entry.bytes, functions);
    if (problem !== undefined) warnings.push(`global "${name}" was not written back: ${problem}`);
  }
  return warnings;
}

/** Why it could not be done, if so. */
function writeBackOne(target: object, bytes: Uint8Array, functions: readonly AnyFunction[]): string | undefined {
  try {
    const value = decodeEnvelope(bytes, {}, { functionOf: (id) => functions[id - 1] });
    if (Array.isArray(target) && Array.isArray(value)) replaceArray(target, value);
    else if (!Array.isArray(target) && isPlain(value) && !Array.isArray(value)) {
      replaceObject(target as Record<string, unknown>, value as Record<string, unknown>);
    } else return 'the guest made another kind of value of it';
    return undefined;
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    return "the caller's object does not allow it";
  }
}

function textOf(problem: Uint8Array): string {
  try {
    return String(decodeEnvelope(problem));
  } catch {
    return 'the reason cannot be read';
  }
}

/** A frozen object cannot be written to: freezing an input saves the guest's copy the way back. */
function isWritable(value: unknown): boolean {
  return isPlain(value) && !Object.isFrozen(value);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function replaceArray(target: unknown[], value: unknown[]): void {
  target.length = 0;
  target.length = value.length;
  for (const key of Object.keys(value)) defineOwn(target, key, value[Number(key)]);
}

function replaceObject(target: Record<string, unknown>, value: Record<string, unknown>): void {
  for (const key of Object.keys(target)) if (!Object.hasOwn(value, key)) delete target[key];
  for (const key of Object.keys(value)) defineOwn(target, key, value[key]);
}
