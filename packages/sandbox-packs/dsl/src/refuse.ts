/**
 * The errors of the pack.
 * @module
 */
import { PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';

/** `where` of an error: the function the program called. */
const whereOf = (name: string): string => `dsl.${name}`;

/** Something that no graph can hold. */
export function refused(name: string, what: string, hint: string): PackInputError {
  return new PackInputError(whereOf(name), 'bad-argument', what, hint);
}

/** A name that is not there. */
export function missing(name: string, what: string, hint: string): PackInputError {
  return new PackInputError(whereOf(name), 'not-found', what, hint);
}

/** A cap was passed. */
export function tooMuch(
  name: string,
  reason: 'too-many' | 'too-deep',
  what: string,
  hint: string,
  limit: string,
): PackLimitError {
  return new PackLimitError(whereOf(name), reason, what, hint, limit);
}

/** Names as a list in quotes. */
export function listed(names: Iterable<string>): string {
  return [...names].map((name) => JSON.stringify(name)).join(', ');
}

/** A value in an error: its kind, or its text when it is short. */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : typeof value;
}
