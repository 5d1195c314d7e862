/**
 * Formulas to values.
 * @module
 */
import {
  isPlainObject,
  kindOf,
  libraryReason,
  PackError,
  PackFormatError,
  PackInputError,
  PackLimitError,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import type { Expression, Parser } from 'expr-eval-fork';
import { boundedParser } from './bounded-parser.js';
import { dataCopier } from './copy-data.js';
import { EXPR_MAX_FORMULA_CHARS } from './limits.js';
import { type FormulaName, placeOf, scanFormula } from './scan-formula.js';
import { TracedText } from './traced-text.js';

/**
 * Evaluates a formula. It sees copies of the variables and what the library offers, nothing else.
 * @throws {PackError} `expr.bad-argument`, `expr.bad-format`, `expr.too-large`, `expr.too-deep`, `expr.too-many`,
 * `expr.timeout`
 */
export function evaluateFormula(where: string, input: unknown, given: unknown): unknown {
  const formula = readText(where, 'formula', input, EXPR_MAX_FORMULA_CHARS);
  const variables = readVariables(where, given);
  if (formula.trim() === '')
    throw new PackFormatError(where, 'bad-format', 'line 1, column 1: the formula is empty', 'Pass one');
  const names = scanFormula(where, formula);
  const { parser, words } = boundedParser(where);
  refuseShadowed(where, names, words, variables);
  const value = compute(where, parseFormula(where, parser, formula), variables);
  if (value === undefined) {
    throw new PackInputError(
      where,
      'bad-argument',
      'the formula has no value',
      'It reads a member or an item that is not there',
    );
  }
  return dataCopier(
    where,
    Object.prototype,
    'Give back numbers, texts, booleans and lists of them',
  )('the result', value);
}

function readVariables(where: string, given: unknown): Record<string, unknown> {
  const variables: Record<string, unknown> = Object.create(null);
  if (given === undefined || given === null) return variables;
  if (!isPlainObject(given)) {
    const what = `variables must be a plain object, not ${kindOf(given)}`;
    throw new PackInputError(where, 'bad-argument', what, 'Pass { name: value }');
  }
  const copy = dataCopier(where, null, 'Pass numbers, texts, booleans, lists and plain objects');
  for (const [name, value] of Object.entries(given)) {
    if (!/^[$_\p{L}][\w$\p{L}]*$/u.test(name)) {
      const what = `variables has ${JSON.stringify(name.slice(0, 40))}, which is no name`;
      throw new PackInputError(where, 'bad-argument', what, 'Use letters, digits and _');
    }
    if (value !== undefined) variables[name] = copy(`variables.${name.slice(0, 40)}`, value);
  }
  return variables;
}

// A function of the language comes before a variable of its name, and the variable would be passed over in silence.
function refuseShadowed(
  where: string,
  names: FormulaName[],
  words: ReadonlySet<string>,
  variables: Record<string, unknown>,
): void {
  const found = names.find(
    ({ name, isMember, isCall }) => !isMember && !isCall && words.has(name) && name in variables,
  );
  if (!found) return;
  const what = `variables has ${found.name}, which is a word of the language`;
  throw new PackInputError(where, 'bad-argument', what, 'Give the variable another name');
}

function parseFormula(where: string, parser: Parser, formula: string): Expression {
  const traced = new TracedText(formula);
  try {
    // The library reads its text through the methods that this has.
    return parser.parse(traced as unknown as string);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(where);
    const reason = libraryReason(error);
    const place = /^parse error \[(\d+):(\d+)\]: /.exec(reason);
    const at = place ? `line ${place[1]}, column ${place[2]}` : placeOf(formula, traced.indexOfProblem(reason));
    throw new PackFormatError(
      where,
      'bad-format',
      `${at}: ${reason.slice(place?.[0].length ?? 0)}`,
      'Mend the formula',
    );
  }
}

function compute(where: string, expression: Expression, variables: Record<string, unknown>): unknown {
  try {
    // The library's types know fewer kinds of values than it takes.
    return expression.evaluate(variables as Parameters<Expression['evaluate']>[0]);
  } catch (error) {
    if (error instanceof PackError) throw error;
    if (error instanceof RangeError) throw tooDeep(where);
    const name = /^undefined variable: (.*)$/s.exec(libraryReason(error))?.[1];
    if (name !== undefined) {
      throw new PackInputError(where, 'bad-argument', `${name} is not defined`, `Pass it: { ${name}: … }`);
    }
    throw new PackInputError(where, 'bad-argument', libraryReason(error), 'Check the kinds of the values');
  }
}

function tooDeep(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-deep',
    'the formula nests or recurses too deeply',
    'Look for a function that calls itself without end',
    'stack',
  );
}
