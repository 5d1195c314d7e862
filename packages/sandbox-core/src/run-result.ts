/**
 * Turns the outcome of a run into what the caller gets.
 * @module
 */
import type {
  ResolvedSandboxLimits,
  RunSandboxFailure,
  RunSandboxResult,
  RunSandboxSuccess,
  RunUsage,
} from '@nodetool-ai/protocol/core';
import { absentNameHint } from './absent-name-hint.js';
import { createDeliveries } from './bridges/deliveries.js';
import { createFetches } from './bridges/fetch/fetch.js';
import { CodecError } from './codec/codec-error.js';
import { decodeEnvelope, decodeNoting } from './codec/decode.js';
import { type BoundedResult, boundResult } from './codec/normal-form.js';
import { GUEST_ID_PREFIX } from './engine/image.js';
import type { EntryModule } from './entry/build-entry.js';
import { firstUserPosition, mapStack } from './entry/positions.js';
import {
  cancelledFailure,
  cleanStack,
  engineFailure,
  type FailureParts,
  failure,
  guestFailure,
  memoryFailure,
  stackFailure,
  syntaxFailure,
  timeoutFailure,
  unserializableFailure,
} from './errors.js';
import type { ErrorRecord, RunOutcome, RunVerdict } from './executor/job.js';
import type { ModulePlan } from './modules/plan.js';
import type { RunBridges } from './run-bridges.js';

/** Everything known about a run that has ended. */
export interface EndedRun {
  outcome: RunOutcome;
  bridges: RunBridges;
  entry: EntryModule;
  plan: ModulePlan;
  limits: ResolvedSandboxLimits;
  timeoutMs: number;
}

/** Usage of a run of which no guest code was run. */
export function bareUsage(): RunUsage {
  return { cpuMs: 0, wallMs: 0, suspendedMs: 0, peakMemoryBytes: 0, fetchCalls: 0, bridgeCalls: 0, emitCalls: 0 };
}

/** The result of a run. Never throws: a value that cannot be read is a failure of the run. */
export function completeResult(run: EndedRun): RunSandboxResult {
  const { verdict } = run.outcome;
  if (verdict.status !== 'returned') return failed(run, withMemoryLimit(failureOf(run, verdict), run.limits));
  try {
    const { value, isNormal } = decodeNoting(verdict.result);
    return succeeded(run, boundResult(value, run.limits, isNormal));
  } catch (error) {
    if (error instanceof CodecError) return failed(run, unserializableFailure(error.message));
    return failed(run, engineFailure(error));
  }
}

function succeeded(run: EndedRun, bounded: BoundedResult): RunSandboxResult {
  const { bridges } = run;
  if (bounded.limit !== undefined) {
    return failed(
      run,
      failure('LIMIT', { name: 'RangeError', message: bounded.limit.message, limit: bounded.limit.key }),
    );
  }
  if (bounded.warning !== undefined) bridges.warnings.push(bounded.warning);
  const truncated = { ...(bounded.isTruncated && { result: true as const }), ...droppedLogs(bridges) };
  const success: RunSandboxSuccess = { success: true, result: bounded.value, ...common(run) };
  const { outputs } = bridges.own(createDeliveries);
  if (outputs.size > 0) success.outputs = Object.fromEntries(outputs);
  if (Object.keys(truncated).length > 0) success.truncated = truncated;
  return success;
}

function failed(run: EndedRun, parts: FailureParts): RunSandboxFailure {
  const result: RunSandboxFailure = { success: false, ...redacted(run, parts), ...common(run) };
  const truncated = droppedLogs(run.bridges);
  if (truncated.logs) result.truncated = truncated;
  return result;
}

function droppedLogs(bridges: RunBridges): { logs?: true } {
  return bridges.hasDroppedLogs ? { logs: true } : {};
}

function common({ outcome, bridges }: EndedRun) {
  const { cpuMs, wallMs, suspendedMs, peakMemoryBytes, bridgeCalls } = outcome;
  const { emitCalls, emitted } = bridges.own(createDeliveries);
  const usage: RunUsage = {
    cpuMs,
    wallMs,
    suspendedMs,
    peakMemoryBytes,
    fetchCalls: bridges.own(createFetches).calls,
    bridgeCalls,
    emitCalls,
  };
  return {
    logs: bridges.logs,
    usage,
    ...(emitted.length > 0 && { emitted }),
    ...(bridges.warnings.length > 0 && { warnings: bridges.warnings.map(bridges.redact) }),
  };
}

/** Errors end up in logs, and in front of models. */
function redacted({ bridges }: EndedRun, parts: FailureParts): FailureParts {
  const { redact } = bridges;
  const { error, errorInfo, stack } = parts;
  return {
    error: redact(error),
    errorInfo: { ...errorInfo, name: redact(errorInfo.name), message: redact(errorInfo.message) },
    ...(stack !== undefined && { stack: redact(stack) }),
  };
}

/** How much there was, and what to raise. */
function withMemoryLimit(parts: FailureParts, { memoryLimitBytes }: ResolvedSandboxLimits): FailureParts {
  if (parts.errorInfo.code !== 'MEMORY') return parts;
  const advice = `. The run may take ${memoryLimitBytes} bytes, values that it is given included (memoryLimitBytes)`;
  return {
    ...parts,
    error: parts.error + advice,
    errorInfo: { ...parts.errorInfo, message: parts.errorInfo.message + advice, limit: 'memoryLimitBytes' },
  };
}

function failureOf(run: EndedRun, verdict: Exclude<RunVerdict, { status: 'returned' }>): FailureParts {
  switch (verdict.status) {
    case 'threw':
      return thrown(run, verdict);
    case 'syntax': {
      const { message } = readRecord(verdict.record);
      return syntaxFailure({ ...(run.entry.syntax ?? {}), message });
    }
    case 'timeout': {
      if (!verdict.isDeadlock) return timedOut(run, verdict.stack);
      const message =
        'the program waits for a promise that nothing is left to settle, so it cannot end within its time limit of ' +
        `${run.timeoutMs} ms`;
      return failure('TIMEOUT', { name: 'ExecutionTimeout', message });
    }
    case 'cancelled':
      return cancelledFailure();
    case 'memory':
      return memoryFailure();
    case 'stack':
      return stackFailure();
    case 'engine':
      return engineFailure(new Error(verdict.message));
  }
}

/** A loop is reported where it was interrupted. A native loop that had to be killed with its worker has no place. */
function timedOut(run: EndedRun, stack: string | undefined): FailureParts {
  const parts = timeoutFailure(run.timeoutMs);
  const position = stack === undefined ? undefined : firstUserPosition(stack, run.entry);
  if (stack === undefined || position === undefined) return parts;
  const shown = cleanStack(mapStack(withoutOwnFrames(stack), run.entry));
  return { ...parts, errorInfo: { ...parts.errorInfo, ...position }, stack: shown };
}

function thrown(run: EndedRun, verdict: Extract<RunVerdict, { status: 'threw' }>): FailureParts {
  const record = readRecord(verdict.record);
  if (record.isUnserializable) return unserializableFailure(record.message);
  // A stack keeps its first lines only: cut before that is done, a secret of many lines leaves its beginning behind.
  const stack = run.bridges.redact(withoutOwnFrames(record.stack));
  return guestFailure(
    { ...record, stack, isNull: record.isNull && verdict.hasRefusedMemory },
    {
      entry: run.entry,
      phase: verdict.phase,
      denial: verdict.denial,
      specifierOf: run.plan.specifierOf,
      absentNameHint,
    },
  );
}

/** Leaves out the frames of the guest's own code, and the native call that leads to the program. */
function withoutOwnFrames(stack: string): string {
  const lines = stack.split('\n');
  const isOwn = (line: string | undefined) => line?.includes(`(${GUEST_ID_PREFIX}`) === true;
  const isNativeCall = (line: string) => line.trim() === 'at apply (native)';
  return lines.filter((line, index) => !isOwn(line) && !(isNativeCall(line) && isOwn(lines[index + 1]))).join('\n');
}

/** A broken guest may send anything in place of a record, and anything for a text in it. */
function readRecord(bytes: Uint8Array): ErrorRecord {
  let given: unknown;
  try {
    given = decodeEnvelope(bytes);
  } catch {
    given = { name: 'Error', message: 'the error of the program cannot be read' };
  }
  const record = (typeof given === 'object' && given !== null ? given : {}) as Partial<Record<string, unknown>>;
  const text = (key: string) => (typeof record[key] === 'string' ? (record[key] as string) : '');
  return {
    isError: record['isError'] === true,
    isNull: record['isNull'] === true,
    name: text('name'),
    message: text('message'),
    stack: text('stack'),
    limit: text('limit'),
    isUnserializable: record['isUnserializable'] === true,
  };
}
