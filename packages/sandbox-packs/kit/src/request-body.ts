import { PackError, PackInputError, PackLimitError } from './errors.js';
import { isPlainObject, kindOf } from './readers.js';
import { REQUEST_MAX_BODY_CHARS } from './request-limits.js';

/**
 * An object or array as JSON of at most 1 048 576 characters. What JSON would change without a word is refused:
 * bytes, collections, functions, bigints and numbers that are not finite.
 * @throws {PackInputError} `<id>.bad-argument`
 * @throws {PackLimitError} `<id>.too-large`, `<id>.too-deep`
 */
export function jsonBody(where: string, label: string, value: unknown): string {
  if (!Array.isArray(value) && !isPlainObject(value)) {
    const hint = typeof value === 'string' ? 'Pass the object itself; it becomes JSON here' : 'Pass plain data';
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be an object or an array, not ${kindOf(value)}`,
      hint,
    );
  }
  let size = 0;
  let json: string;
  try {
    // Counted on the way: one object held in many places may unfold without end.
    json = JSON.stringify(value, function (this: unknown, key: string, part: unknown) {
      size += (Array.isArray(this) ? 0 : key.length) + (typeof part === 'string' ? part.length : 1);
      if (size > REQUEST_MAX_BODY_CHARS) throw overCap(where, label);
      const what = notJson(part);
      if (what === undefined) return part;
      throw new PackInputError(
        where,
        'bad-argument',
        `${label} holds ${what}, which JSON cannot carry`,
        'Turn it into text or numbers first',
      );
    });
  } catch (error) {
    if (error instanceof PackError) throw error;
    if (error instanceof RangeError) {
      throw new PackLimitError(where, 'too-deep', `${label} nests too deeply for JSON`, 'Flatten it', 'jsonDepth');
    }
    throw new PackInputError(where, 'bad-argument', `${label} has no JSON form`, 'Pass plain data without cycles');
  }
  if (json.length > REQUEST_MAX_BODY_CHARS) throw overCap(where, label);
  return json;
}

function notJson(part: unknown): string | undefined {
  if (typeof part === 'number') return Number.isFinite(part) ? undefined : 'a number that is not finite';
  if (typeof part === 'function' || typeof part === 'symbol' || typeof part === 'bigint') return kindOf(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part) || isPlainObject(part)) return undefined;
  return kindOf(part);
}

function overCap(where: string, label: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `${label} is over the ${REQUEST_MAX_BODY_CHARS} character limit`,
    'Send it in parts',
    'REQUEST_MAX_BODY_CHARS',
  );
}
