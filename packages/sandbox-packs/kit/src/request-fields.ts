/**
 * Parts of a request that a guest gives. No refusal quotes what was given, since it may hold a secret.
 * @module
 */
import { PackInputError } from './errors.js';
import { kindOf, readText } from './readers.js';
import { REQUEST_MAX_NAME_CHARS, REQUEST_MAX_SECRET_CHARS } from './request-limits.js';

/** Methods that a built request may have. */
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
/** One of {@link REQUEST_METHODS}. */
export type RequestMethod = (typeof REQUEST_METHODS)[number];

/** A request that goes whole into `fetch(request.url, request)`. */
export interface BuiltRequest {
  url: string;
  method: RequestMethod;
  headers: Record<string, string>;
  body?: string;
}

/** A method in any letter case, given back in capitals. */
export function readMethod(
  where: string,
  label: string,
  value: unknown,
  fallback: RequestMethod,
  allowed: readonly RequestMethod[] = REQUEST_METHODS,
): RequestMethod {
  if (value === undefined || value === null) return fallback;
  const upper = typeof value === 'string' && value.length <= 10 ? value.toUpperCase() : undefined;
  const found = allowed.find((method) => method === upper);
  if (found) return found;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} is not one of ${allowed.join(', ')}`,
    `Leave it out for ${fallback}`,
  );
}

/**
 * A token, key or password: not empty, no control characters. `source` says where to get it, for the error text.
 * @throws {PackInputError} `<id>.bad-argument`; the value is never quoted
 */
export function readSecret(where: string, label: string, value: unknown, source: string): string {
  if (typeof value !== 'string' || value === '') {
    const what = value === '' ? 'an empty string' : kindOf(value);
    throw new PackInputError(where, 'bad-argument', `${label} must be a string with text, not ${what}`, source);
  }
  const text = readText(where, label, value, REQUEST_MAX_SECRET_CHARS);
  refuseControls(where, label, text);
  return text;
}

/** A secret that is written into a header as it is: {@link readSecret}, and visible ASCII without spaces. */
export function readHeaderSecret(where: string, label: string, value: unknown, source: string): string {
  const text = readSecret(where, label, value, source);
  if (/^[!-~]+$/.test(text)) return text;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} has a space or a character that is not ASCII, which a header cannot carry`,
    'Trim it and pass it as it was issued',
  );
}

/** A name such as a path, a table or a host: not empty, no control characters, at most 2048 characters. */
export function readName(where: string, label: string, value: unknown): string {
  const text = readText(where, label, value, REQUEST_MAX_NAME_CHARS);
  if (text === '') throw new PackInputError(where, 'bad-argument', `${label} is empty`, 'Pass a name');
  refuseControls(where, label, text);
  return text;
}

/**
 * Refuses control characters: a line break would end a header, and URL parsers drop some of them without a word.
 * @throws {PackInputError} `<id>.bad-argument`
 */
export function refuseControls(where: string, label: string, text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) return;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} has a line break or another control character`,
    'Trim it, or leave that character out',
  );
}
