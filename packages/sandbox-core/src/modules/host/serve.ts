/**
 * The worker's side of host calls: loads the named module, calls one function, checks the result.
 * @module
 */
import type { HostFunctions } from '@nodetool-ai/protocol/core';
import { MAX_HOST_RESULT_BYTES, MAX_HOST_RESULT_CHARS } from '../../limits.js';
import { limitError, toWireError, unavailableError } from './errors.js';
import { measureValue, movableBuffers } from './transfers.js';
import type { HostAnswerMessage, HostCallMessage } from './wire.js';

const MAX_WARNINGS = 100;
const MAX_WARNING_CHARS = 500;

/** A result with the buffers that go with it. */
export interface ServedAnswer {
  answer: HostAnswerMessage;
  transfer: ArrayBuffer[];
}

/** Answers one call; never rejects. */
export async function serveHostCall(
  message: HostCallMessage,
  load: (url: string) => Promise<HostFunctions>,
): Promise<ServedAnswer> {
  const { id, hostId, where } = message;
  let functions: HostFunctions;
  try {
    functions = await load(message.url);
  } catch (error) {
    const what = `host module "${hostId}" cannot be loaded (${error instanceof Error ? error.name : 'error'})`;
    const failure = unavailableError(
      hostId,
      where,
      `${what} and is not available in this runtime`,
      'Install its package again',
    );
    return failed(id, failure, where, hostId, true);
  }
  try {
    const { value, warnings } = await callFunction(functions, message);
    refuseOversized(value, hostId, where);
    return { answer: { id, status: 'done', value, warnings }, transfer: movableBuffers(value) };
  } catch (error) {
    return failed(id, error, where, hostId, false);
  }
}

/** Calls one own function of `functions` and collects its warnings. */
export async function callFunction(
  functions: HostFunctions,
  call: Pick<HostCallMessage, 'hostId' | 'exportName' | 'where' | 'args' | 'deadlineMs'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ value: unknown; warnings: string[] }> {
  const implementation = Object.hasOwn(functions, call.exportName) ? functions[call.exportName] : undefined;
  if (typeof implementation !== 'function') {
    throw unavailableError(
      call.hostId,
      call.where,
      `host module "${call.hostId}" has no implementation of "${call.exportName}"`,
      'Update the package of this module',
    );
  }
  const warnings: string[] = [];
  const warn = (text: string): void => {
    if (warnings.length < MAX_WARNINGS) warnings.push(String(text).slice(0, MAX_WARNING_CHARS));
  };
  const value: unknown = await implementation({
    args: call.args,
    where: call.where,
    signal,
    deadlineMs: call.deadlineMs,
    warn,
  });
  return { value, warnings };
}

/** @throws {HostCallError} `<id>.too-large` */
export function refuseOversized(value: unknown, hostId: string, where: string): void {
  const { bytes, chars } = measureValue(value);
  if (bytes > MAX_HOST_RESULT_BYTES) {
    throw limitError(
      hostId,
      where,
      'too-large',
      `the result has ${bytes} bytes, over ${MAX_HOST_RESULT_BYTES}`,
      'Ask for less',
      'MAX_HOST_RESULT_BYTES',
    );
  }
  if (chars > MAX_HOST_RESULT_CHARS) {
    throw limitError(
      hostId,
      where,
      'too-large',
      `the result has over ${MAX_HOST_RESULT_CHARS} characters of JSON text`,
      'Ask for less',
      'MAX_HOST_RESULT_CHARS',
    );
  }
}

function failed(id: number, error: unknown, where: string, hostId: string, isSpoiled: boolean): ServedAnswer {
  return { answer: { id, status: 'failed', error: toWireError(error, where, hostId), isSpoiled }, transfer: [] };
}
