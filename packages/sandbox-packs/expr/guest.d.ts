/** Evaluates formulas with expr-eval-fork. Every call returns a promise. */

/** A value in a formula: plain data. */
export type ExprValue =
  | number
  | string
  | boolean
  | null
  | readonly ExprValue[]
  | { readonly [name: string]: ExprValue };

/** What a formula gives. */
export type ExprResult = number | string | boolean | null | ExprResult[] | { [name: string]: ExprResult };

/**
 * Evaluates a formula of at most 10 000 characters and 200 levels. It is not JavaScript and reaches nothing but the
 * variables: plain data of at most 100 000 values, by names of letters, digits and `_`.
 * `NaN` and `Infinity` are results; a formula without a value is an error. A formula that builds a text or list over
 * 1 048 576, or runs longer than 4 s, is stopped.
 * @throws codes `expr.bad-argument` (unknown name, wrong kind), `expr.bad-format` (with line and column),
 * `expr.too-large`, `expr.too-deep`, `expr.too-many`, `expr.timeout`
 * @example
 * await evaluate('2 * qty + fee', { qty: 3, fee: 1.5 }); // 7.5
 */
export function evaluate(
  formula: string,
  variables?: { readonly [name: string]: ExprValue | undefined } | null,
): Promise<ExprResult>;

declare const expr: { readonly evaluate: typeof evaluate };
export default expr;
