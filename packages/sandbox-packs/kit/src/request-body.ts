import { PackInputError, PackLimitError } from './errors.js';
import { isPlainObject, kindOf } from './readers.js';
import { REQUEST_MAX_BODY_CHARS, REQUEST_MAX_JSON_DEPTH } from './request-limits.js';

/**
 * An object or array as JSON of at most 1 048 576 characters and 1000 levels. What JSON would change without a word is
 * refused: bytes, collections, functions, bigints, invalid dates and numbers that are not finite.
 * @throws {PackInputError} `<id>.bad-argument`
 * @throws {PackLimitError} `<id>.too-large`, `<id>.too-deep`
 */
export function jsonBody(where: string, label: string, value: unknown): string {
  if (!Array.isArray(value) && !isPlainObject(value)) {
    const hint = typeof value === 'string' ? 'Pass the object itself; it becomes JSON here' : 'Pass plain data';
    const what = `${label} must be an object or an array, not ${kindOf(value)}`;
    throw new PackInputError(where, 'bad-argument', what, hint);
  }
  checkJson(where, label, value);
  const json = JSON.stringify(value);
  if (json.length > REQUEST_MAX_BODY_CHARS) throw overCap(where, label);
  return json;
}

// Counted before it is written: one object held in many places may unfold without end, and nothing stops this thread.
function checkJson(where: string, label: string, value: unknown): void {
  let left = REQUEST_MAX_BODY_CHARS;
  const check = (part: unknown, depth: number): void => {
    left -= typeof part === 'string' ? part.length : 1;
    if (left < 0) throw overCap(where, label);
    const what = notJson(part);
    if (what !== undefined) {
      const told = `${label} holds ${what}, which JSON cannot carry`;
      throw new PackInputError(where, 'bad-argument', told, 'Turn it into text or numbers first');
    }
    if (typeof part !== 'object' || part === null || part instanceof Date) return;
    if (depth > REQUEST_MAX_JSON_DEPTH) throw tooDeep(where, label);
    if (Array.isArray(part)) {
      for (const item of part) check(item, depth + 1);
      return;
    }
    for (const [name, item] of Object.entries(part)) {
      left -= name.length;
      check(item, depth + 1);
    }
  };
  check(value, 1);
}

function notJson(part: unknown): string | undefined {
  if (typeof part === 'number') return Number.isFinite(part) ? undefined : 'a number that is not finite';
  if (typeof part === 'function' || typeof part === 'symbol' || typeof part === 'bigint') return kindOf(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part) || isPlainObject(part)) return undefined;
  if (part instanceof Date) return Number.isNaN(part.getTime()) ? 'an invalid date' : undefined;
  return kindOf(part);
}

function overCap(where: string, label: string): PackLimitError {
  const what = `${label} is over the ${REQUEST_MAX_BODY_CHARS} character limit`;
  return new PackLimitError(where, 'too-large', what, 'Send it in parts', 'REQUEST_MAX_BODY_CHARS');
}

function tooDeep(where: string, label: string): PackLimitError {
  const what = `${label} nests deeper than ${REQUEST_MAX_JSON_DEPTH} levels`;
  return new PackLimitError(where, 'too-deep', what, 'Flatten it', 'REQUEST_MAX_JSON_DEPTH');
}
