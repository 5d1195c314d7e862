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

/** Takes out of a text of the host what a guest must not learn, or not a second time. */
export type Redact = (text: string) => string;

/** Reading what a caller's function threw may fail by itself. */
function failureOf(error: unknown, redact?: Redact): BridgeFailure {
  try {
    const failure = readFailure(error);
    return redact === undefined ? failure : redacted(failure, redact);
  } catch {
    return { name: 'Error', message: 'the call failed with an error that cannot be read' };
  }
}

/** A program may hand the name on to a log as well as the text. */
function redacted({ name, message, code, limit }: BridgeFailure, redact: Redact): BridgeFailure {
  return {
    name: redact(name),
    message: redact(message),
    ...(code !== undefined && { code: redact(code) }),
    ...(limit !== undefined && { limit }),
  };
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

/** The answer of a call that succeeded, or failed because its value cannot cross. */
export function encodeSuccess(id: Id, value: unknown, redact?: Redact): Uint8Array {
  try {
    return encodeEnvelope(envelope(id, true, value));
  } catch (error) {
    return encodeFailure(id, failureOf(error, redact));
  }
}

/** When an answer is encoded. Large values take their time, and what is encoded has to be kept until it is taken. */
export interface AnswerLane {
  /** Whether one may be encoded at once. */
  isFree(): boolean;
  /** Encodes one when there is room for it, and time. */
  later(encode: () => void): void;
}

/** For callers who encode everything at once. */
const AT_ONCE: AnswerLane = { isFree: () => true, later: (encode) => encode() };

/**
 * Runs a bridge and hands over what comes of it, encoded: at once when the bridge answers at once, which spares a guest
 * on the same thread a turn. Never throws.
 *
 * @param redact - applied to the texts of a failure
 */
export function answer(
  id: number,
  bridge: () => unknown,
  reply: (answer: Uint8Array) => void,
  redact?: Redact,
  lane?: AnswerLane,
): void {
  const number = answerNumber(id, bridge, reply, redact, lane);
  if (number !== undefined) reply(encodeSuccess(id, number));
}

/** As {@link answer}, but a number that is known at once is returned as it is. */
export function answerNumber(
  id: number,
  bridge: () => unknown,
  reply: (answer: Uint8Array) => void,
  redact?: Redact,
  lane: AnswerLane = AT_ONCE,
): number | undefined {
  const succeed = (settled: unknown) => reply(encodeSuccess(id, settled, redact));
  const fail = (error: unknown) => reply(encodeFailure(id, failureOf(error, redact)));
  let value: unknown;
  let isLater: boolean;
  try {
    value = bridge();
    isLater = isThenable(value);
  } catch (error) {
    fail(error);
    return undefined;
  }
  if (typeof value === 'number') return value;
  if (isLater) Promise.resolve(value).then((settled) => lane.later(() => succeed(settled)), fail);
  else if (lane.isFree()) succeed(value);
  else lane.later(() => succeed(value));
  return undefined;
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** The same for a bridge that answers at once. */
export function encodeAnswerNow(bridge: () => unknown): Uint8Array {
  try {
    const value = bridge();
    if (!isThenable(value)) return encodeSuccess(undefined, value);
    // Only a broken guest asks so. A rejection that nobody takes would end the process of the host.
    Promise.resolve(value).catch(() => undefined);
    return encodeFailure(undefined, { name: 'TypeError', message: 'this bridge does not answer at once' });
  } catch (error) {
    return encodeFailure(undefined, failureOf(error));
  }
}
