/**
 * Describes whatever a program threw, in bounded strings.
 * @module
 */
import { MAX_ERROR_MESSAGE_CHARS, MAX_ERROR_NAME_CHARS, MAX_STACK_CHARS } from '../guest-limits.js';
import { limitKey } from './host-error.js';
import { ErrorIsError, StringOf, StringPrototypeSlice } from './primordials.js';

/** What the host learns of an error. `isNull` marks a thrown `null`, which is how the engine reports lack of memory. */
export interface ErrorRecord {
  isError: boolean;
  isNull: boolean;
  name: string;
  message: string;
  stack: string;
  limit: string;
  /** The body returned what cannot leave the guest, and this is the refusal. */
  isUnserializable: boolean;
}

/**
 * Reads an error's own texts. Getters and proxies run here, in the guest and under its deadline; only strings count.
 *
 * @param isOfResult - it was thrown while what the body returned was packed
 */
export function readError(thrown: unknown, isOfResult = false): ErrorRecord {
  const isObject = typeof thrown === 'object' && thrown !== null;
  const name = isObject ? readText(thrown, 'name', MAX_ERROR_NAME_CHARS) : '';
  const message = isObject ? readText(thrown, 'message', MAX_ERROR_MESSAGE_CHARS) : '';
  const hasText = name !== '' || message !== '';
  return {
    isError: isObject && ErrorIsError(thrown),
    isNull: thrown === null,
    name,
    message: hasText ? message : StringPrototypeSlice(textOf(thrown), 0, MAX_ERROR_MESSAGE_CHARS),
    stack: isObject ? readText(thrown, 'stack', MAX_STACK_CHARS) : '',
    limit: limitKey(thrown) ?? '',
    isUnserializable: isOfResult && isObject && readText(thrown, 'code', MAX_ERROR_NAME_CHARS) === 'UNSERIALIZABLE',
  };
}

function readText(object: object, key: string, maxChars: number): string {
  try {
    const value = (object as Record<string, unknown>)[key];
    return typeof value === 'string' ? StringPrototypeSlice(value, 0, maxChars) : '';
  } catch {
    return '';
  }
}

function textOf(value: unknown): string {
  try {
    return StringOf(value);
  } catch {
    return 'a value that cannot be turned into text';
  }
}
