/**
 * Answers of bridges on their way into a guest: the envelope of `[id, ok, value]`.
 * @module
 */
import { CodecError, encodeEnvelope } from '../codec/encode.js';
import { SandboxLimitError } from '../errors.js';
import { HostCallError } from '../modules/host/errors.js';

/** What a guest learns of a failed bridge: no host stack, no cause. */
export interface BridgeFailure {
  name: string;
  message: string;
  code?: string;
  /** Key of the limit that was passed. */
  limit?: string;
}

/** What a call meets that is made after the run was cancelled. */
export function cancelledError(): Error {
  const error = new Error('Execution cancelled');
  error.name = 'ExecutionCancelled';
  return error;
}

type Id = number | undefined;
const envelope = (id: Id, ok: boolean, value: unknown) => (id === undefined ? [ok, value] : [id, ok, value]);

/** The answer of a call that failed. */
export function encodeFailure(id: Id, failure: BridgeFailure): Uint8Array {
  const { name, message, code, limit } = failure;
  return encodeEnvelope(envelope(id, false, { name, message, code, limit }));
}

/** Reading what a caller's function threw may fail by itself. */
function failureOf(error: unknown): BridgeFailure {
  try {
    return readFailure(error);
  } catch {
    return { name: 'Error', message: 'the call failed with an error that cannot be read' };
  }
}

function readFailure(error: unknown): BridgeFailure {
  if (error instanceof CodecError) return { name: 'TypeError', message: error.message };
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof SandboxLimitError) return { name, message, limit: error.limit };
  const code = (error as { code?: unknown }).code;
  const limit = error instanceof HostCallError ? error.limit : undefined;
  return {
    name: String(name),
    message: String(message),
    ...(typeof code === 'string' && { code }),
    ...(limit !== undefined && { limit }),
  };
}

function encodeValue(id: Id, value: unknown): Uint8Array {
  try {
    return encodeEnvelope(envelope(id, true, value));
  } catch (error) {
    return encodeFailure(id, failureOf(error));
  }
}

/** Runs a bridge and encodes what comes of it. Never rejects. */
export async function encodeAnswer(id: number, bridge: () => Promise<unknown>): Promise<Uint8Array> {
  try {
    return encodeValue(id, await bridge());
  } catch (error) {
    return encodeFailure(id, failureOf(error));
  }
}

/** The same for a bridge that answers at once. */
export function encodeAnswerNow(bridge: () => unknown): Uint8Array {
  try {
    return encodeValue(undefined, bridge());
  } catch (error) {
    return encodeFailure(undefined, failureOf(error));
  }
}
