/**
 * `emit`, `output` and `progress`: what a program hands out while it runs.
 * @module
 */
import {
  MAX_EMIT_CALLS,
  MAX_PROGRESS_CALLS,
  MAX_PROGRESS_MESSAGE_CHARS,
  PROGRESS_MIN_INTERVAL_MS,
} from '../guest-limits.js';
import { callBridge, signal, stage } from './channel.js';
import { limitError } from './host-error.js';
import { MODE, OP } from './paths.js';
import {
  DateNow,
  NumberIsFinite,
  NumberOf,
  ObjectFreeze,
  promiseThen,
  StringOf,
  StringPrototypeSlice,
  TypeErrorClass,
} from './primordials.js';
import { rejectedWith } from './settled.js';

let open = 0;
let emitCalls = 0;
let hasBodyEnded = false;
let failure: { error: unknown } | undefined;
let whenDelivered: ((failed: { error: unknown } | undefined) => void) | undefined;

/** Calls back once every delivery that was started has settled, with the first failure since the body ended. */
export function afterDeliveries(callback: (failed: { error: unknown } | undefined) => void): void {
  hasBodyEnded = true;
  whenDelivered = callback;
  if (open === 0) callback(undefined);
}

function settled(failed?: { error: unknown }): void {
  open--;
  if (hasBodyEnded && failed !== undefined && failure === undefined) failure = failed;
  if (open === 0 && whenDelivered !== undefined) whenDelivered(failure);
}

function deliver(path: 'emit' | 'output', name: unknown, value: unknown): Promise<undefined> {
  if (typeof name !== 'string') return rejectedWith(new TypeErrorClass(`${path}: name must be a string`));
  const promise = callBridge(path, [name, value]);
  open++;
  promiseThen(
    promise,
    () => settled(),
    (error) => settled({ error }),
  );
  return promise as Promise<undefined>;
}

/** Hands one value to a named output, in call order. The promise settles when the receiver has taken it. */
export const emit = ObjectFreeze((name: string, value: unknown): Promise<undefined> => {
  if (++emitCalls > MAX_EMIT_CALLS) {
    const message = `emit: a run may emit ${MAX_EMIT_CALLS} values (MAX_EMIT_CALLS)`;
    return rejectedWith(limitError('MAX_EMIT_CALLS', message));
  }
  return deliver('emit', name, value);
});

/** Sets the final value of a named output, once. */
export const output = ObjectFreeze(
  (name: string, value: unknown): Promise<undefined> => deliver('output', name, value),
);

let reports = 0;
let lastReportMs = Number.NEGATIVE_INFINITY;

/** Reports progress in per cent. Reports closer than 100 ms to the last one are dropped. */
export const progress = ObjectFreeze((percent: unknown, message?: unknown): undefined => {
  try {
    const now = DateNow();
    if (reports >= MAX_PROGRESS_CALLS || now - lastReportMs < PROGRESS_MIN_INTERVAL_MS) return;
    const number = NumberOf(percent);
    const finite = NumberIsFinite(number) ? number : 0;
    const clamped = finite < 0 ? 0 : finite > 100 ? 100 : finite;
    const hasText = message !== undefined && message !== null;
    stage(
      [clamped, hasText ? StringPrototypeSlice(StringOf(message), 0, MAX_PROGRESS_MESSAGE_CHARS) : undefined],
      MODE.full,
      'progress',
    );
    reports++;
    lastReportMs = now;
    signal(OP.progress);
  } catch {
    // A report that cannot be made is not worth ending the program for; `progress` never throws.
  }
});
