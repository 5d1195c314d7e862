/**
 * Names that the engine knows as constants come out of its writer as numbers. This is the table from number to name,
 * read once from the engine itself.
 * @module
 */
import { ATOM_CONSTANT, FORMAT_VERSION, TAG_ARRAY, TAG_NULL, TAG_OBJECT } from './format.js';

/** Name by number; `null` where the constant is a symbol or a private name. Plain data: may be sent to a worker. */
export type ConstantAtoms = readonly (string | null)[];

const MAX_ATOMS = 4096;

let current: ConstantAtoms = [];

/**
 * Reads the table from an engine.
 *
 * @param readKey - decodes the bytes in the engine, which gives `[{ <name>: null }]`, and returns the only own key of
 *   that object: the string, `null` for anything else, `undefined` when the engine refuses the bytes
 * @example
 * const atoms = loadConstantAtoms((bytes) => {
 *   const value = decodeNatively(bytes);
 *   return value === undefined ? undefined : ownStringKeyOf(value[0]) ?? null;
 * });
 */
export function loadConstantAtoms(readKey: (bytes: Uint8Array) => string | null | undefined): ConstantAtoms {
  // Number 0 is "no atom", which cannot be a key.
  const names: (string | null)[] = [null];
  for (let index = 1; index < MAX_ATOMS; index++) {
    const name = readKey(oneKeyObject(index));
    if (name === undefined) break;
    names.push(name);
  }
  return names;
}

/** Sets the table that decoding uses in this thread. Every thread that decodes needs it once. */
export function useConstantAtoms(names: ConstantAtoms): void {
  current = names;
}

/** The name behind a number, `null` for a symbol, `undefined` for a number that no constant has. */
export function constantAtom(index: number): string | null | undefined {
  return current[index];
}

function oneKeyObject(atom: number): Uint8Array {
  return Uint8Array.of(
    FORMAT_VERSION,
    1,
    ATOM_CONSTANT,
    atom & 255,
    (atom >> 8) & 255,
    0,
    0,
    TAG_ARRAY,
    1,
    TAG_OBJECT,
    1,
    2,
    TAG_NULL,
  );
}
