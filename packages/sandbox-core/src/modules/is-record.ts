/**
 * The first question about anything that should be an object with members.
 * @module
 */

/** Anything that has members; they are not known yet. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
