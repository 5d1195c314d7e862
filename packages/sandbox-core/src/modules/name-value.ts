/**
 * Says what a guest passed, in an error text.
 * @module
 */

const MAX_SHOWN_CHARS = 200;

/** A string in quotes, not escaped, so that a text holds what the program wrote; anything else by its kind. */
export function nameValue(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > MAX_SHOWN_CHARS ? `"${value.slice(0, MAX_SHOWN_CHARS)}…"` : `"${value}"`;
  }
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value;
}
