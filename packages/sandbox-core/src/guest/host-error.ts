/**
 * Errors that come from the host become real errors of the guest's realm.
 * @module
 */
import { defineHidden } from './own-property.js';
import {
  ObjectCreate,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  WeakMapPrototypeGet,
  WeakMapPrototypeSet,
} from './primordials.js';

const classes = ObjectCreate(null) as Record<string, ErrorConstructor>;
const InternalErrorClass = (globalThis as unknown as { InternalError: ErrorConstructor }).InternalError;
classes['EvalError'] = EvalError;
classes['InternalError'] = InternalErrorClass;
classes['RangeError'] = RangeError;
classes['ReferenceError'] = ReferenceError;
classes['SyntaxError'] = SyntaxError;
classes['TypeError'] = TypeError;
classes['URIError'] = URIError;
const PlainError = Error;

const limitOf = new WeakMap<object, string>();

/** The key of the limit that an error reports, if the host made it for that reason. */
export function limitKey(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? WeakMapPrototypeGet(limitOf, error) : undefined;
}

/** An error of the class that `name` names, else an `Error` with that name; its stack is that of `place`. */
export function makeHostError(record: unknown, place?: Error): Error {
  const { name, message, code, limit } = record as { name: string; message: string; code?: string; limit?: string };
  const Class = classes[name];
  const error = Class === undefined ? new PlainError(message) : new Class(message);
  if (Class === undefined && name !== 'Error') defineHidden(error, 'name', name);
  if (code !== undefined) defineHidden(error, 'code', code);
  if (place !== undefined) placeAt(error, place);
  if (limit !== undefined) WeakMapPrototypeSet(limitOf, error, limit);
  return error;
}

/** The error of a limit that the guest's own side counts. */
export function limitError(limit: string, message: string): Error {
  return makeHostError({ name: 'RangeError', message, limit });
}

/** A stack without the frames of this world's own code, and without the native call that led to the program. */
function withoutOwnFrames(stack: string): string {
  let kept = '';
  let from = 0;
  while (from < stack.length) {
    const end = StringPrototypeIndexOf(stack, '\n', from);
    const next = end < 0 ? stack.length : end + 1;
    const line = StringPrototypeSlice(stack, from, next);
    from = next;
    const isOwn =
      StringPrototypeIndexOf(line, '(nodetool:') >= 0 || StringPrototypeIndexOf(line, 'at apply (native)') >= 0;
    if (!isOwn) kept += line;
  }
  return kept;
}

/** Gives an error of ours the stack of the place where the program made its call. */
export function placeAt(error: Error, place: Error): void {
  defineHidden(error, 'stack', withoutOwnFrames(place.stack ?? ''));
}

/** What the engine throws when the guest's memory is used up. */
export function outOfMemory(): Error {
  return new InternalErrorClass('out of memory');
}
