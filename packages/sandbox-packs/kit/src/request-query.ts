/**
 * Records of values to query pairs.
 * @module
 */
import { PackInputError, PackLimitError } from './errors.js';
import { isPlainObject, kindOf } from './readers.js';
import { REQUEST_MAX_PAIRS } from './request-limits.js';

/** Query parameters in order; a name may repeat. */
export type QueryPairs = (readonly [name: string, value: string])[];

/**
 * A record as pairs: `null` and `undefined` are dropped, arrays repeat their name.
 * Values are strings, finite numbers, booleans or bigints.
 * @throws {PackInputError} `<id>.bad-argument`
 * @throws {PackLimitError} `<id>.too-many`: more than 10 000 pairs; `<id>.too-large`: more than `maxChars` characters
 * before encoding
 * @example
 * readPairs('x.request', 'query', { a: 1, b: ['x', 'y'], c: null }, 1000); // [['a', '1'], ['b', 'x'], ['b', 'y']]
 */
export function readPairs(where: string, label: string, value: unknown, maxChars: number): QueryPairs {
  if (value === undefined || value === null) return [];
  if (!isPlainObject(value)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be a plain object, not ${kindOf(value)}`,
      'Pass names and values',
    );
  }
  const pairs: QueryPairs = [];
  // The first pair has no & before it.
  let size = -1;
  for (const [name, given] of Object.entries(value)) {
    const items: unknown[] = Array.isArray(given) ? given : [given];
    const at = `${label}.${name.slice(0, 100)}`;
    for (const item of items) {
      if (item === undefined || item === null) continue;
      const text = scalarText(where, at, item);
      if (pairs.length === REQUEST_MAX_PAIRS) throw tooManyPairs(where, label);
      size += name.length + text.length + 2;
      if (size > maxChars) throw overCap(where, label, maxChars);
      pairs.push([name, text]);
    }
  }
  return pairs;
}

/** A string, finite number, boolean or bigint as text. */
export function scalarText(where: string, label: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const what = typeof value === 'number' ? 'a number that is not finite' : kindOf(value);
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be text, a finite number or a boolean, not ${what}`,
    'Turn it into text first',
  );
}

/**
 * Pairs as form text: `a=b+c&d=%26`.
 * @throws {PackLimitError} `<id>.too-large`
 */
export function formText(where: string, label: string, pairs: QueryPairs, maxChars: number): string {
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
  if (text.length > maxChars) throw overCap(where, label, maxChars);
  return text;
}

function tooManyPairs(where: string, label: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `${label} has more than ${REQUEST_MAX_PAIRS} parameters`,
    'Send them in parts',
    'REQUEST_MAX_PAIRS',
  );
}

function overCap(where: string, label: string, maxChars: number): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `${label} is over the ${maxChars} character limit`,
    'Send it in parts',
    'maxChars',
  );
}
