/**
 * One program of the whole road: imported in a guest, called there, and its result compared.
 * @module
 */

/** A program that uses one importable module, and what it must return. */
export interface RoadRow {
  /** What the program imports; the row's name. */
  specifier: string;
  /** Body of a program; it returns plain data. */
  code: string;
  /** The result, compared deeply; matchers of the test runner are not used, so that a page can be judged as well. */
  result: unknown;
}

/** A row of a module whose specifier is the pack's own. */
export function row(id: string, code: string, result: unknown): RoadRow {
  const specifier = `@nodetool-ai/sandbox-${id}`;
  return { specifier, code: code.replaceAll('PACK', specifier), result };
}
