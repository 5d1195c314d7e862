/**
 * Secrets of the embedded contexts. They live in a closure: no property of a context shows them to a log.
 * @module
 */

/** A record by name, or a function that is asked for each name. */
export type SecretSource =
  | Readonly<Record<string, string | null | undefined>>
  | ((name: string) => Promise<string | null | undefined> | string | null | undefined);

/** Makes `getSecret` of a context. */
export function secretReader(source: SecretSource = {}): (name: string) => Promise<string | null | undefined> {
  if (typeof source === 'function') return async (name) => source(name);
  const known = new Map(Object.entries(source));
  return async (name) => known.get(name);
}
