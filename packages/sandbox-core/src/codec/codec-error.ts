/**
 * The one error of the value codec.
 * @module
 */

import { MAX_PATH_CHARS, MAX_PATH_KEY_CHARS } from '../guest-limits.js';

/**
 * Why a value or a payload was refused.
 *
 * - `cycle`, `unsupported`, `promise`, `depth`: the value cannot travel; `path` says which part.
 * - `budget`: more bytes or values than the budget allows.
 * - `malformed`: the bytes are not what our writers make.
 */
export type CodecErrorCode = 'cycle' | 'unsupported' | 'promise' | 'depth' | 'budget' | 'malformed';

/** Steps from the whole value to a part of it. */
export type ValuePath = readonly (string | number)[];

/** Thrown by everything in this folder, and nothing else is. */
export class CodecError extends Error {
  override readonly name = 'CodecError';

  constructor(
    readonly code: CodecErrorCode,
    message: string,
    readonly path: ValuePath = [],
  ) {
    super(message);
  }
}

/** The refusal of bytes that no writer of ours makes. */
export function malformed(what: string): CodecError {
  return new CodecError('malformed', `the value arrived damaged: ${what}`);
}

/** A path as a program would write it: `value.rows[3]["first name"]`; a long one keeps its end. */
export function pathText(path: ValuePath, root = 'value'): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]{0,99}$/.test(step)) text += `.${step}`;
    else
      text += `[${JSON.stringify(step.length > MAX_PATH_KEY_CHARS ? `${step.slice(0, MAX_PATH_KEY_CHARS)}…` : step)}]`;
  }
  return root + (text.length > MAX_PATH_CHARS ? `…${text.slice(-MAX_PATH_CHARS)}` : text);
}
