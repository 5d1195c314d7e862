/**
 * Names that generated and given text may bind.
 * @module
 */

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Reserved words of module code, and names that a module cannot bind. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** True when a module can declare a function of this name. */
export function isBindable(name: unknown): name is string {
  return typeof name === 'string' && IDENTIFIER.test(name) && !RESERVED_WORDS.has(name);
}
