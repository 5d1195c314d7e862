/**
 * Filters to query parameters of PostgREST.
 * @module
 */
import { isPlainObject, kindOf, PackInputError, type QueryPairs, scalarText } from '@nodetool-ai/sandbox-pack-kit';
import { type CharBudget, charBudget } from './char-budget.js';
import { inList } from './list-literal.js';

const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj'.split(
    ' ',
  );
// `any`, `all` and a text search language may follow in parentheses.
const STARTS_WITH_OPERATOR = new RegExp(`^(?:not\\.)?(?:${OPERATORS.join('|')})(?:\\([^()]{1,40}\\))?\\.`);
const IS_OPERATOR = new RegExp(`^(?:not\\.)?(?:${OPERATORS.join('|')})$`);
const LOGIC = new Set(['or', 'and', 'not.or', 'not.and']);
const RESERVED = new Set(['select', 'columns', 'order', 'limit', 'offset', 'on_conflict']);

/** Filters as pairs, and whether one of them narrows the rows of the table itself. */
export interface ReadFilters {
  pairs: QueryPairs;
  narrows: boolean;
}

/**
 * Reads `{ status: 'eq.open', age: { gte: 18, lt: 65 }, id: [1, 2], done: false }`.
 *
 * A column may not be dropped in silence, since that would widen a change: `undefined`, `null` and `{}` are refused,
 * and so are columns that PostgREST would take for an order or a limit.
 *
 * @throws {PackInputError} `supabase.bad-argument`; no value is quoted
 */
export function readFilters(where: string, value: unknown): ReadFilters {
  const filters: ReadFilters = { pairs: [], narrows: false };
  if (value === undefined || value === null) return filters;
  if (!isPlainObject(value))
    throw refusal(where, `filters must be a plain object, not ${kindOf(value)}`, 'Pass { column: "eq.value" }');
  const spend = charBudget(where, 'filters');
  for (const [column, given] of Object.entries(value)) {
    const label = `filters[${JSON.stringify(column.slice(0, 100))}]`;
    if (column === '') throw refusal(where, 'filters has a column without a name', 'Name the column');
    // PostgREST reads the name after the dots of an embedded table.
    if (RESERVED.has(column.slice(column.lastIndexOf('.') + 1))) {
      throw refusal(
        where,
        `${label} would be read as the parameter of that name, not as a filter`,
        'Use the option, or for a column of that name { and: "(name.eq.value)" }',
      );
    }
    for (const text of LOGIC.has(column) ? [logicText(where, label, given)] : filterTexts(where, label, given, spend)) {
      filters.pairs.push([spend(column), spend(text)]);
      filters.narrows ||= LOGIC.has(column) || isOwnColumn(column);
    }
  }
  return filters;
}

// `actors.name` narrows the embedded rows only; a dot inside quotes or behind an arrow belongs to the name.
function isOwnColumn(column: string): boolean {
  return !column
    .replace(/"[^"]*"/g, '')
    .replace(/->.*$/s, '')
    .includes('.');
}

function logicText(where: string, label: string, given: unknown): string {
  const isInParentheses = typeof given === 'string' && given.startsWith('(') && given.endsWith(')');
  if (isInParentheses && /[^\s(),]/.test(given)) return given;
  throw refusal(where, `${label} must be conditions in parentheses`, 'Pass "(a.eq.1,b.gt.2)"');
}

function filterTexts(where: string, label: string, given: unknown, spend: CharBudget): string[] {
  if (typeof given === 'string') {
    if (STARTS_WITH_OPERATOR.test(given)) return [given];
    throw refusal(where, `${label} does not begin with an operator`, operatorHint('Pass "eq.value"'));
  }
  if (typeof given === 'number' || typeof given === 'boolean' || typeof given === 'bigint')
    return [`eq.${scalarText(where, label, given)}`];
  if (Array.isArray(given)) return [`in.${inList(where, label, given, spend)}`];
  if (!isPlainObject(given)) {
    throw refusal(where, `${label} is ${kindOf(given)}`, 'Leave the column out, or pass "is.null"');
  }
  const conditions = Object.entries(given);
  if (conditions.length === 0) throw refusal(where, `${label} has no condition`, 'Pass { gte: 18 }, for example');
  return conditions.map(([operator, value]) => conditionText(where, label, operator, value, spend));
}

function conditionText(where: string, label: string, operator: string, value: unknown, spend: CharBudget): string {
  if (!IS_OPERATOR.test(operator)) {
    throw refusal(where, `${label} has an unknown operator`, operatorHint('Pass { gte: 18 }'));
  }
  const at = `${label}.${operator}`;
  const isList = operator === 'in' || operator === 'not.in';
  if (isList && Array.isArray(value)) return `${operator}.${inList(where, at, value, spend)}`;
  if (value === null && (operator === 'is' || operator === 'not.is')) return `${operator}.null`;
  return `${operator}.${scalarText(where, at, value)}`;
}

function operatorHint(example: string): string {
  return `${example}; operators, each with "not." before it if need be: ${OPERATORS.join(', ')}`;
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
