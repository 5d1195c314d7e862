import { kindOf, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

/** Which operations take lists, objects and functions as they are. `min`, `max`, `sum` look into a list. */
const TAKES_ALL = new Set(['=', '==', '!=', 'and', 'or', 'not', '?', 'if', 'in', 'map', 'fold', 'filter', 'join']);
const TAKES_LIST_OF_SCALARS = new Set(['min', 'max', 'sum']);

/**
 * Refuses lists, objects and functions where a number or a text is due. JavaScript would turn them into text first:
 * a list of lists that holds itself many times keeps it busy for minutes, and a function gives away its source.
 * @throws {PackInputError} `expr.bad-argument`
 */
export function refuseWrongKinds(where: string, name: string, args: unknown[]): void {
  if (TAKES_ALL.has(name)) return;
  if (TAKES_LIST_OF_SCALARS.has(name)) {
    for (const arg of args.length === 1 && Array.isArray(args[0]) ? args[0] : args) refuseCompound(where, name, arg);
    return;
  }
  const isList = args.map(Array.isArray);
  if (name === 'length' && isList[0]) return;
  if (name === '||' && isList[0] && isList[1]) return;
  // The list is the first operand of an index, and the second of a search.
  if (name === '[') return refuseCompound(where, name, args[1]);
  if (name === 'indexOf' && isList[1]) return;
  for (const arg of args) refuseCompound(where, name, arg);
}

function refuseCompound(where: string, name: string, value: unknown): void {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return;
  throw new PackInputError(
    where,
    'bad-argument',
    `${name === '[' ? '[ ]' : name} met ${kindOf(value)}`,
    'Use numbers and texts; take items out of a list first',
  );
}
