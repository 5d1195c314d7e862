/**
 * The library's parser with operators and functions that count.
 * @module
 */
import { kindOf, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { Parser } from 'expr-eval-fork';
import { EXPR_COMPUTE_TIMEOUT_MS, EXPR_MAX_BUILT_LENGTH, EXPR_MAX_FACTORIAL } from './limits.js';
import { refuseWrongKinds } from './operand-kinds.js';

type Operation = (...args: unknown[]) => unknown;
type Table = Record<string, unknown>;

/** What the library has and its types leave out. */
interface OpenParser extends Parser {
  unaryOps: Table;
  binaryOps: Table;
  ternaryOps: Table;
  functions: Table;
  consts: Table;
}

/** A parser, and the words that mean something to it. */
export interface BoundedParser {
  parser: Parser;
  /** Names of functions, word operators and constants. */
  words: ReadonlySet<string>;
}

/**
 * A parser for one formula: functions that a formula defines are kept in its tables.
 *
 * The tables have no prototype, so that inherited names are unknown ones. Every operation checks the time and the size
 * of what it built; a recursion without any operation ends by the stack.
 */
export function boundedParser(where: string): BoundedParser {
  // The library reads these tables with `in`.
  const parser = new Parser({ operators: Object.create(null) }) as OpenParser;
  const watch = watcher(where);
  for (const name of ['unaryOps', 'binaryOps', 'ternaryOps', 'functions', 'consts'] as const) {
    const table: Table = Object.assign(Object.create(null), parser[name]);
    if (name !== 'consts')
      for (const [key, value] of Object.entries(table)) table[key] = watched(where, watch, key, value);
    parser[name] = table;
  }
  const factorial = (value: unknown): unknown => {
    if (!(Number(value) > EXPR_MAX_FACTORIAL)) return gamma(Number(value) + 1);
    const what = `the factorial of a number over ${EXPR_MAX_FACTORIAL} has no use`;
    throw new PackLimitError(where, 'too-large', what, 'Above 170 it is Infinity', 'EXPR_MAX_FACTORIAL');
  };
  const gamma = parser.functions['gamma'] as (value: number) => unknown;
  parser.unaryOps['!'] = watched(where, watch, '!', factorial);
  parser.functions['fac'] = watched(where, watch, 'fac', factorial);
  parser.functions['join'] = watched(where, watch, 'join', joinTexts(where));
  // The library numbers a formula's functions with it and never sets it: a second function would replace the first.
  Object.defineProperty(parser.functions, '__counter', { value: 0, writable: true });
  const words = [parser.unaryOps, parser.binaryOps, parser.functions, parser.consts].flatMap((table) =>
    Object.keys(table),
  );
  return { parser, words: new Set(words.filter((word) => /^\p{L}/u.test(word))) };
}

function watched(where: string, watch: (result: unknown) => unknown, name: string, operation: unknown): unknown {
  if (typeof operation !== 'function') return operation;
  const call = operation as Operation;
  return (...args: unknown[]) => {
    refuseWrongKinds(where, name, args);
    return watch(call(...args));
  };
}

function watcher(where: string): (result: unknown) => unknown {
  const end = Date.now() + EXPR_COMPUTE_TIMEOUT_MS;
  let count = 0;
  return (result) => {
    count += 1;
    if (count % 1000 === 0 && Date.now() > end) {
      const what = `the formula did not end within ${EXPR_COMPUTE_TIMEOUT_MS} ms`;
      throw new PackLimitError(
        where,
        'timeout',
        what,
        'Look for a function that calls itself',
        'EXPR_COMPUTE_TIMEOUT_MS',
      );
    }
    if ((typeof result === 'string' || Array.isArray(result)) && result.length > EXPR_MAX_BUILT_LENGTH)
      throw tooLong(where);
    return result;
  };
}

// The library joins what it gets; a list that holds one long text many times would be built first and refused later.
function joinTexts(where: string): Operation {
  return (separator, list) => {
    if (!Array.isArray(list)) {
      throw new PackInputError(
        where,
        'bad-argument',
        `join takes a list, not ${kindOf(list)}`,
        'Write join(", ", [1, 2])',
      );
    }
    const between = textOf(where, separator ?? ',');
    let length = 0;
    const texts = list.map((item: unknown) => {
      const text = textOf(where, item ?? '');
      length += text.length + between.length;
      if (length > EXPR_MAX_BUILT_LENGTH + between.length) throw tooLong(where);
      return text;
    });
    return texts.join(between);
  };
}

function textOf(where: string, value: unknown): string {
  if (typeof value !== 'object' && typeof value !== 'function') return String(value);
  throw new PackInputError(where, 'bad-argument', `join met ${kindOf(value)}`, 'Join texts and numbers only');
}

function tooLong(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `the formula builds a text or a list over the limit of ${EXPR_MAX_BUILT_LENGTH}`,
    'Build less',
    'EXPR_MAX_BUILT_LENGTH',
  );
}
