/**
 * A look at a formula before the library reads it.
 * @module
 */
import { PackFormatError, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { EXPR_MAX_DEPTH } from './limits.js';

/** A name in a formula. */
export interface FormulaName {
  name: string;
  /** After a dot: a member, not a variable. */
  isMember: boolean;
  /** Before `(`. */
  isCall: boolean;
}

// Texts, comments and names as the library reads them; everything else is one character.
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|(?<=\\)")*(?<!\\)"|'(?:[^']|(?<=\\)')*(?<!\\)'|[$_\p{L}][\w$\p{L}]*|[\s\S]/gu;

// The library takes inherited properties for operators and functions; `__counter` and `lambda_…` are its own.
const FORBIDDEN = /^(?:prototype|__counter|lambda_\d+)$/;

/**
 * Names of a formula, for checks that the library does not make.
 * @throws {PackInputError} `expr.bad-argument` for names of inherited properties
 * @throws {PackLimitError} `expr.too-deep` for more than 200 levels of parentheses and brackets
 * @throws {PackFormatError} `expr.bad-format` for a text that is not closed
 */
export function scanFormula(where: string, formula: string): FormulaName[] {
  const names: FormulaName[] = [];
  let depth = 0;
  let before = '';
  for (const match of formula.matchAll(TOKEN)) {
    const [token] = match;
    if (token.startsWith('/*') || /^\s/.test(token)) continue;
    if (token === '"' || token === "'") {
      throw new PackFormatError(
        where,
        'bad-format',
        `${placeOf(formula, match.index)}: a text is not closed`,
        `Write ${token} at its end`,
      );
    }
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (depth > EXPR_MAX_DEPTH) {
      throw new PackLimitError(
        where,
        'too-deep',
        `${placeOf(formula, match.index)}: the formula nests deeper than ${EXPR_MAX_DEPTH} levels`,
        'Split it with name = value;',
        'EXPR_MAX_DEPTH',
      );
    }
    if (/^[$_\p{L}]/u.test(token)) {
      if (token in Object.prototype || FORBIDDEN.test(token)) {
        throw new PackInputError(
          where,
          'bad-argument',
          `${placeOf(formula, match.index)}: the name ${token} is not allowed`,
          'Use another name',
        );
      }
      names.push({
        name: token,
        isMember: before === '.',
        isCall: /^\s*\(/.test(formula.slice(match.index + token.length)),
      });
    }
    before = token;
  }
  return names;
}

/** 1-based place of an index in a formula. */
export function placeOf(formula: string, index: number): string {
  const lines = formula.slice(0, index).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
