/**
 * Headers that a caller wants signed.
 * @module
 */
import {
  isPlainObject,
  kindOf,
  PackInputError,
  PackLimitError,
  readText,
  refuseControls,
  scalarText,
} from '@nodetool-ai/sandbox-pack-kit';
import { AWS_MAX_HEADER_CHARS, AWS_MAX_HEADERS } from './limits.js';

/** A header as the caller wrote it; the map that holds it is keyed by its name in lower case. */
export interface GivenHeader {
  name: string;
  /** Trimmed. */
  value: string;
}

/**
 * Reads a plain object of headers; `null` and `undefined` are dropped.
 * @throws {PackInputError} `aws.bad-argument`; no value is quoted
 * @throws {PackLimitError} `aws.too-many`, `aws.too-large`
 */
export function readHeaders(where: string, value: unknown): Map<string, GivenHeader> {
  const headers = new Map<string, GivenHeader>();
  if (value === undefined || value === null) return headers;
  if (!isPlainObject(value)) throw refusal(where, `options.headers must be a plain object, not ${kindOf(value)}`);
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined || given === null) continue;
    if (name.length > 256 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw refusal(where, 'options.headers has a name that no header can have');
    }
    const label = `options.headers[${JSON.stringify(name)}]`;
    const text = readText(where, label, scalarText(where, label, given), AWS_MAX_HEADER_CHARS);
    refuseControls(where, label, text);
    if (!/^[ -~]*$/.test(text)) throw refusal(where, `${label} has a character that is not ASCII`);
    const lower = name.toLowerCase();
    if (headers.has(lower)) throw refusal(where, `options.headers has ${lower} twice`);
    if (lower === 'authorization') throw refusal(where, 'options.headers has authorization, which is made here');
    headers.set(lower, { name, value: text.trim() });
    if (headers.size > AWS_MAX_HEADERS) {
      throw new PackLimitError(
        where,
        'too-many',
        `options.headers has more than ${AWS_MAX_HEADERS} headers`,
        'Pass fewer',
        'AWS_MAX_HEADERS',
      );
    }
  }
  return headers;
}

/**
 * Sets a header that signing decides; a caller's own must say the same.
 * @throws {PackInputError} `aws.bad-argument`
 */
export function setHeader(
  where: string,
  headers: Map<string, GivenHeader>,
  name: string,
  value: string,
  hint: string,
): void {
  const given = headers.get(name);
  if (given && given.value !== value) {
    throw new PackInputError(where, 'bad-argument', `options.headers has another ${name} than is signed`, hint);
  }
  if (!given) headers.set(name, { name, value });
}

function refusal(where: string, what: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, 'Pass { name: "value" } with plain text');
}
