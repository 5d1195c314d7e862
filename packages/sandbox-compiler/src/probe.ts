/**
 * The admission probe: a module is served only after a real guest, with nothing granted, has imported it.
 * @module
 */
import type { RunSandboxOptions, RunSandboxResult, SandboxModuleResolution } from '@nodetool-ai/protocol';
import { runInSandbox } from '@nodetool-ai/sandbox-core';
import { sha256 } from './canonical-json.js';
import {
  COMMONJS_MAX_NAMES,
  NPM_PROBE_MEMORY_BYTES,
  NPM_PROBE_STACK_BYTES,
  NPM_PROBE_TIMEOUT_MS,
  PROBE_LINE_MAX_CHARS,
  PROBE_MAX_LINES,
} from './limits.js';

/** Runs one program; `runInSandbox` of `@nodetool-ai/sandbox-core`, unless a test brings its own. */
export type SandboxRunner = (options: RunSandboxOptions) => Promise<RunSandboxResult>;

/** What the probe found out. */
export type ProbeResult =
  | {
      status: 'admitted';
      exports: string[];
      loadMs: number;
      peakMemoryBytes: number;
      pure: boolean;
      /** What it wrote to the console, at most 20 lines of 500 characters. */
      printed: string[];
    }
  /** `isLasting` is false when another try may end differently: a timeout, a failure of the engine. */
  | { status: 'refused'; message: string; isLasting: boolean };

const PASSING_CODES: ReadonlySet<string> = new Set(['TIMEOUT', 'CANCELLED', 'ENGINE', 'WORKER_REQUIRED']);
const CANDIDATE = '@nodetool-ai/sandbox-candidate';

/**
 * Runs before the candidate: remembers the descriptors of everything reachable from the global object, with functions
 * captured before the candidate could change them. The candidate cannot replace or remove the checker.
 */
const SNAPSHOT = `
const { ownKeys, getOwnPropertyDescriptor: describe, getPrototypeOf, defineProperty, apply } = Reflect;
const { is, keys: keysOf } = Object;
const { add, has } = Set.prototype;
const sort = Array.prototype.sort;
const seen = new Set();
const entries = [];
function visit(value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || apply(has, seen, [value])) return;
  apply(add, seen, [value]);
  const keys = ownKeys(value);
  const descriptors = [];
  entries[entries.length] = { value, keys, descriptors, prototype: getPrototypeOf(value) };
  for (let index = 0; index < keys.length; index += 1) {
    const descriptor = describe(value, keys[index]);
    descriptors[index] = descriptor;
    visit(descriptor.value);
    visit(descriptor.get);
    visit(descriptor.set);
  }
  visit(getPrototypeOf(value));
}
function same(a, b) {
  return b !== undefined && is(a.value, b.value) && a.get === b.get && a.set === b.set &&
    a.writable === b.writable && a.enumerable === b.enumerable && a.configurable === b.configurable;
}
function isUntouched() {
  for (let at = 0; at < entries.length; at += 1) {
    const { value, keys, descriptors, prototype } = entries[at];
    if (getPrototypeOf(value) !== prototype || ownKeys(value).length !== keys.length) return false;
    for (let index = 0; index < keys.length; index += 1) {
      if (!same(descriptors[index], describe(value, keys[index]))) return false;
    }
  }
  return true;
}
function report(namespace) {
  const pure = isUntouched();
  const names = keysOf(namespace);
  const isOnlyDefault = names.length === 1 && names[0] === 'default';
  const value = isOnlyDefault ? namespace.default : undefined;
  const isEmpty = isOnlyDefault && (value === undefined || (typeof value === 'object' && value !== null && keysOf(value).length === 0));
  return { pure, exports: isEmpty ? [] : apply(sort, names, []) };
}
defineProperty(globalThis, '__packProbe', { value: report });
visit(globalThis);
`;

const PROGRAM = `import * as candidate from ${JSON.stringify(CANDIDATE)};
return __packProbe(candidate);`;

const NAMES_PROGRAM = `import candidate from ${JSON.stringify(CANDIDATE)};
return Object.keys(candidate);`;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Imports a bundle in two fresh guests without context, bridges or further modules, and compares what it exports.
 * Budgets: 64 MiB of memory, 1 MiB of stack, 5000 ms of CPU. It does not prove that every export works.
 */
export async function probeModule(
  source: string,
  run: SandboxRunner = runInSandbox,
  signal?: AbortSignal,
): Promise<ProbeResult> {
  const options = optionsFor(source, signal);
  const first = read(await run(options));
  if (first.status === 'refused') return first;
  const second = read(await run(options));
  if (second.status === 'refused') {
    return { ...second, message: `It started once and failed the second time: ${second.message}` };
  }
  if (first.exports.join('\n') !== second.exports.join('\n')) {
    return { status: 'refused', message: 'Two fresh guests saw different export names.', isLasting: true };
  }
  return { ...first, pure: first.pure && second.pure };
}

/**
 * The names a CommonJS library exports, learnt by running its namespace in a guest: those that are identifiers, at most
 * 2000, sorted. Empty when it does not start; the admission probe then says why.
 */
export async function namesOfNamespace(
  source: string,
  run: SandboxRunner = runInSandbox,
  signal?: AbortSignal,
): Promise<string[]> {
  const { success, result } = await run({ ...optionsFor(source, signal), code: NAMES_PROGRAM });
  if (!success || !Array.isArray(result)) return [];
  const names = result.filter((name): name is string => typeof name === 'string' && IDENTIFIER.test(name));
  return names
    .filter((name) => name !== 'default' && name !== '__esModule')
    .slice(0, COMMONJS_MAX_NAMES)
    .sort();
}

function optionsFor(source: string, signal: AbortSignal | undefined): RunSandboxOptions {
  return {
    code: PROGRAM,
    prelude: SNAPSHOT,
    timeoutMs: NPM_PROBE_TIMEOUT_MS,
    limits: { memoryLimitBytes: NPM_PROBE_MEMORY_BYTES, stackLimitBytes: NPM_PROBE_STACK_BYTES, maxFetchCalls: 0 },
    modules: resolutionOf(source),
    ...(signal ? { signal } : {}),
  };
}

function resolutionOf(source: string): SandboxModuleResolution {
  const moduleId = 'candidate.js';
  const graph = [{ id: moduleId, kind: 'js' as const, source, dependencies: [], internal: false }];
  return {
    modules: [
      { kind: 'js', specifier: CANDIDATE, packName: CANDIDATE, contentDigest: sha256(source), moduleId, source, graph },
    ],
    statuses: [{ specifier: CANDIDATE, status: 'ok' }],
  };
}

function read(result: RunSandboxResult): ProbeResult {
  if (!result.success) {
    const { name, message, code } = result.errorInfo;
    const text = message.startsWith(`${name}: `) ? message : `${name}: ${message}`;
    const isLasting = !PASSING_CODES.has(code);
    return { status: 'refused', message: `A guest could not import it (${code}): ${text.slice(0, 500)}`, isLasting };
  }
  const { exports, pure } = (result.result ?? {}) as { exports?: unknown; pure?: unknown };
  if (!Array.isArray(exports) || exports.some((name) => typeof name !== 'string')) {
    const message = 'Importing it disturbed the guest: its export names could not be read.';
    return { status: 'refused', message, isLasting: true };
  }
  if (exports.length === 0) return { status: 'refused', message: 'It exports nothing.', isLasting: true };
  return {
    status: 'admitted',
    exports: exports as string[],
    loadMs: Math.round((result.usage?.cpuMs ?? 0) * 100) / 100,
    peakMemoryBytes: result.usage?.peakMemoryBytes ?? 0,
    pure: pure === true,
    printed: result.logs.slice(0, PROBE_MAX_LINES).map((line) => line.slice(0, PROBE_LINE_MAX_CHARS)),
  };
}
