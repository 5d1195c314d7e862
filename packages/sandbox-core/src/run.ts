/**
 * `runInSandbox`: the order of a run.
 * @module
 */
import type { RunSandboxFailure, RunSandboxOptions, RunSandboxResult } from '@nodetool-ai/protocol/core';
import { checkOptions } from './check-options.js';
import { createSandboxClock, guardClock } from './clock.js';
import { cachedEntry } from './entry/entry-cache.js';
import {
  cancelledFailure,
  engineFailure,
  type FailureParts,
  failure,
  globalsFailure,
  modulesFailure,
  noCodeFailure,
  syntaxFailure,
  workerRequiredFailure,
} from './errors.js';
import { WorkerUnavailable } from './executor/executor.js';
import { chooseExecutor, resolveExecution } from './executors.js';
import { type PreparedGlobals, prepareGlobals, writeBackGlobals } from './globals.js';
import type { DispatcherPath } from './guest/paths.js';
import {
  clampSuspendAllowanceMs,
  clampTimeoutMs,
  DEFAULT_SUSPEND_ALLOWANCE_MS,
  INPUT_STREAM_SUSPEND_ALLOWANCE_MS,
  MAX_CODE_CHARS,
  resolveSandboxLimits,
} from './limits.js';
import type { ModuleTables } from './modules/normalizer.js';
import { type ModulePlan, planModules } from './modules/plan.js';
import { remembered } from './modules/remembered.js';
import { RunBridges } from './run-bridges.js';
import { bareUsage, completeResult } from './run-result.js';

/** Past roughly 5 MB the engine refuses every program: its own C stack is smaller than the limit. */
const MAX_EFFECTIVE_STACK_BYTES = 4 * 1024 * 1024;

const namesToJSON = remembered((text) => text.includes('toJSON'));

/** A cancel wins over every other outcome: a caller who may cancel gets the time to do so before a dead end is final. */
const DEADLOCK_GRACE_MS = 100;

/**
 * Runs a program nobody here wrote: one guest with its own memory, the capabilities given, hard limits, one result.
 *
 * The promise never rejects; what goes wrong is in the result, with a code from `SANDBOX_ERROR_CODES`. Nothing of the
 * caller's is called any more once it has resolved. It does not protect the caller from what a program computes: the
 * result, the logs and the values it emits are a stranger's data.
 *
 * @param options.code - the body of an async function; may `import` what `modules` offers
 * @param options.timeoutMs - budget of each of the two meters, CPU and wall; default 30 000, `Infinity` for none
 * @param options.limits - magnitudes are clamped to `SANDBOX_LIMITS`; default 64 MiB of memory, 100 000 characters out
 * @param options.execution - default a worker; with `inline` no deadline ends a native loop of the engine
 * @example
 * const run = await runInSandbox({ code: 'return rows.length', globals: { rows: [1, 2, 3] } });
 * if (run.success) console.log(run.result); // 3
 * else console.error(run.error, run.errorInfo.line);
 */
export async function runInSandbox(options: RunSandboxOptions): Promise<RunSandboxResult> {
  if (typeof options?.code !== 'string' || options.code.trim() === '') {
    return { success: false, ...noCodeFailure(), logs: [] };
  }
  try {
    const { problem, warnings } = checkOptions(options);
    if (problem !== undefined) return refused(failure('ENGINE', { message: `sandbox ${problem}` }), warnings);
    return withWarnings(await run(options), warnings);
  } catch (error) {
    if (error instanceof WorkerUnavailable) return refused(workerRequiredFailure(error.message));
    return refused(engineFailure(error));
  }
}

function withWarnings(result: RunSandboxResult, warnings: string[]): RunSandboxResult {
  return warnings.length === 0 ? result : { ...result, warnings: [...warnings, ...(result.warnings ?? [])] };
}

async function run(options: RunSandboxOptions): Promise<RunSandboxResult> {
  const limits = resolveSandboxLimits(options.limits);
  const timeoutMs = clampTimeoutMs(options.timeoutMs);
  const plan = planModules(options.modules, options.capabilities);
  if ('violation' in plan) return refused(modulesFailure(plan.violation));
  if (options.signal?.aborted) return refused(cancelledFailure());
  if (options.prelude !== undefined && typeof options.prelude !== 'string') {
    return refused(failure('ENGINE', { message: 'sandbox prelude: it must be text' }));
  }
  const executor = await chooseExecutor(resolveExecution(options.execution), options.signal);
  if (options.signal?.aborted) return refused(cancelledFailure());
  if (typeof executor === 'string') return refused(workerRequiredFailure(executor));
  const globals = options.globals ?? {};
  const prepared = prepareGlobals(globals, dispatchersOf(plan), limits.secretScope);
  if ('cyclic' in prepared) {
    return refused(
      prepared.cyclic.length > 0
        ? globalsFailure(prepared.cyclic)
        : failure('GLOBALS', { message: prepared.reason ?? '' }),
    );
  }
  if (options.code.length > MAX_CODE_CHARS) return refused(codeTooLong(options.code.length), prepared.warnings);
  const entry = cachedEntry(options.code);
  if (entry.syntax !== undefined && (entry.refused || entry.probes === undefined)) {
    return refused(syntaxFailure(entry.syntax), prepared.warnings);
  }

  // The engine would cut the name at the NUL and import what stands before it.
  const cut = entry.imports.find(({ specifier }) => specifier.includes('\0'));
  if (cut !== undefined) {
    const message = `${JSON.stringify(cut.specifier)} is not a sandbox package this run serves`;
    return refused(failure('MODULE', { message, line: cut.line, column: cut.column }), prepared.warnings);
  }

  const hasStreams = typeof options.onTakeInput === 'function';
  const given = options.clock ?? (hasStreams ? createSandboxClock() : undefined);
  const clock = given === undefined ? undefined : guardClock(given, (fault) => bridges.warn(fault));
  const bridges = new RunBridges({
    options,
    clock,
    functions: prepared.functions,
    plan,
    limits,
  });
  bridges.warnings.push(...prepared.warnings);
  const ended = executor.execute(
    {
      source: entry.source,
      probes: entry.probes,
      prelude: options.prelude,
      setup: prepared.setup,
      modules: isEmpty(plan.tables) ? undefined : plan.tables,
      mentionsToJSON: mentionsToJSON(options, plan.tables),
      imports: entry.imports.map(({ specifier }) => specifier),
      dispatchers: dispatchersOf(plan),
      secretScope: limits.secretScope,
      globalNames: prepared.names,
      timeoutMs,
      memoryLimitBytes: limits.memoryLimitBytes,
      stackLimitBytes: Math.min(limits.stackLimitBytes, MAX_EFFECTIVE_STACK_BYTES),
      deadlockGraceMs: options.signal === undefined ? 0 : DEADLOCK_GRACE_MS,
      maxBridgeCalls: limits.maxBridgeCalls,
      maxInFlightBridgeCalls: limits.maxInFlightBridgeCalls,
    },
    bridges,
    {
      signal: options.signal,
      clock,
      suspendAllowanceMs: clampSuspendAllowanceMs(
        options.suspendAllowanceMs,
        hasStreams ? INPUT_STREAM_SUSPEND_ALLOWANCE_MS : DEFAULT_SUSPEND_ALLOWANCE_MS,
      ),
    },
  );
  // Whatever became of it: nothing of the caller's is called from here on.
  const outcome = await ended.finally(() => bridges.seal());
  if (options.signal?.aborted) outcome.verdict = { status: 'cancelled' };
  bridges.warnings.push(
    ...writeBack(globals, prepared, outcome.verdict.status === 'cancelled' ? [] : outcome.writtenBack),
  );
  return completeResult({ outcome, bridges, entry, plan, limits, timeoutMs });
}

function writeBack(
  globals: Record<string, unknown>,
  prepared: PreparedGlobals,
  written: Parameters<typeof writeBackGlobals>[2],
): string[] {
  return written.length === 0 ? [] : writeBackGlobals(globals, prepared.writable, written, prepared.functions);
}

/**
 * Rows of plain data leave a guest without a walk over them. Only a `toJSON` would make one necessary, and a program
 * that has one names it. (One that only puts the name together from parts gets its plain fields instead.)
 */
function mentionsToJSON({ code, prelude }: RunSandboxOptions, { sources }: ModuleTables): boolean {
  for (const text of [code, prelude, ...sources.values()]) if (text !== undefined && namesToJSON(text)) return true;
  return false;
}

/** Reasons without modules are wanted too: they say why an import is refused. */
function isEmpty({ entries, reasons }: ModuleTables): boolean {
  return entries.size === 0 && reasons.size === 0;
}

/** The kinds of modules whose calls go to the host. */
function dispatchersOf(plan: ModulePlan): DispatcherPath[] {
  const paths: DispatcherPath[] = [];
  if (plan.hostModules.length > 0) paths.push('hostModule');
  if (plan.wasmModules.size > 0) paths.push('wasmModule');
  if (plan.capabilities.size > 0) paths.push('capability');
  return paths;
}

function codeTooLong(length: number): FailureParts {
  const message = `the program is ${length} characters long; at most ${MAX_CODE_CHARS} are accepted. Pass data as globals`;
  return failure('SYNTAX', { name: 'SyntaxError', message });
}

function refused(parts: FailureParts, warnings: string[] = []): RunSandboxFailure {
  return { success: false, ...parts, logs: [], ...(warnings.length > 0 && { warnings }), usage: bareUsage() };
}
