import { scalarText } from '@nodetool-ai/sandbox-pack-kit';
import type { CharBudget } from './char-budget.js';

/**
 * Values as the inside of `in.(…)`: those with commas, quotes, parentheses, backslashes or spaces are quoted.
 * @throws {PackInputError} `supabase.bad-argument` for values without text, `null` among them
 * @see https://docs.postgrest.org/en/stable/references/api/url_grammar.html#reserved-characters
 */
export function inList(where: string, label: string, values: readonly unknown[], spend: CharBudget): string {
  const items = values.map((value, at) => quoteWhen(/[,()"\\\s]/, spend(scalarText(where, `${label}[${at}]`, value))));
  return `(${items.join(',')})`;
}

/** Values as an array of PostgreSQL: `{1,"a,b"}`. */
export function arrayLiteral(where: string, label: string, values: readonly unknown[], spend: CharBudget): string {
  const items = values.map((value, at) => {
    if (value === null) return spend('NULL');
    const text = spend(scalarText(where, `${label}[${at}]`, value));
    return text.toUpperCase() === 'NULL' ? `"${text}"` : quoteWhen(/[,{}"\\\s]/, text);
  });
  return `{${items.join(',')}}`;
}

function quoteWhen(special: RegExp, text: string): string {
  return text === '' || special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}
