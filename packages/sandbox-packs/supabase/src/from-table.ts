/**
 * A request to a table or view.
 * @module
 */
import {
  anything,
  type BuiltRequest,
  flag,
  jsonBody,
  kindOf,
  type OptionReader,
  oneOf,
  PackInputError,
  type QueryPairs,
  readMethod,
  readName,
  readOptions,
  readPairs,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import { charBudget } from './char-budget.js';
import { SUPABASE_MAX_ROW_NUMBER, SUPABASE_MAX_URL_CHARS } from './limits.js';
import { keyOption, originOption, projectHeaders, restUrl } from './project.js';
import { readFilters } from './read-filters.js';

/**
 * Builds the request; nothing is sent.
 *
 * A change of every row is refused unless `allRows` asks for it; whether a filter matches few rows or all of them is
 * not known here.
 *
 * @throws {PackError} `supabase.bad-argument`, `supabase.too-large`, `supabase.too-deep`; no message holds the key
 */
export function fromTable(where: string, input: unknown): BuiltRequest {
  const options = readOptions(where, input, {
    url: originOption,
    key: keyOption,
    table: readName,
    method: (at, label, value) => readMethod(at, label, value, 'GET'),
    select: columnsOption,
    filters: anything,
    order: columnsOption,
    limit: rowNumber,
    offset: rowNumber,
    body: anything,
    onConflict: columnsOption,
    count: countOption,
    returning: oneOf(['representation', 'minimal'], 'representation'),
    query: anything,
    allRows: flag(false),
  });
  const { method } = options;
  const filters = readFilters(where, options.filters);
  if ((method === 'PATCH' || method === 'DELETE') && !filters.narrows && !options.allRows) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${method} without a filter on the table itself would change every row`,
      'Pass filters, or allRows: true if every row is meant',
    );
  }
  const query: QueryPairs = [
    ...present('select', options.select),
    ...filters.pairs,
    ...present('order', options.order),
    ...present('limit', options.limit),
    ...present('offset', options.offset),
    ...present('on_conflict', options.onConflict),
    ...readPairs(where, 'query', options.query, SUPABASE_MAX_URL_CHARS),
  ];
  const prefer = [`return=${options.returning}`];
  if (options.onConflict !== undefined) prefer.push('resolution=merge-duplicates');
  if (options.count !== undefined) prefer.push(`count=${options.count}`);
  const request: BuiltRequest = {
    url: restUrl(where, 'options.table', options.url, '/rest/v1/', options.table, query),
    method,
    headers: { ...projectHeaders(options.key), Prefer: prefer.join(',') },
  };
  if (options.body === undefined || options.body === null) return request;
  if (method === 'GET' || method === 'HEAD') {
    throw new PackInputError(where, 'bad-argument', `${method} takes no body`, 'Pass method: "POST" to insert rows');
  }
  request.headers['Content-Type'] = 'application/json';
  request.body = jsonBody(where, 'body', options.body);
  return request;
}

function present(name: string, value: string | undefined): QueryPairs {
  return value === undefined ? [] : [[name, value]];
}

/** A text as PostgREST takes it, or a list that is joined with commas. */
const columnsOption: OptionReader<string | undefined> = (where, label, value) => {
  if (value === undefined || value === null) return undefined;
  const spend = charBudget(where, label);
  const text = Array.isArray(value)
    ? value.map((item, at) => spend(readText(where, `${label}[${at}]`, item, SUPABASE_MAX_URL_CHARS))).join(',')
    : readText(where, label, value, SUPABASE_MAX_URL_CHARS);
  return text === '' ? undefined : text;
};

const countOption: OptionReader<string | undefined> = (where, label, value) =>
  value === undefined ? undefined : oneOf(['exact', 'planned', 'estimated'], 'exact')(where, label, value);

const rowNumber: OptionReader<string | undefined> = (where, label, value) => {
  if (value === undefined || value === null) return undefined;
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= SUPABASE_MAX_ROW_NUMBER) return String(value);
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a whole number from 0 to ${SUPABASE_MAX_ROW_NUMBER}, not ${typeof value === 'number' ? 'this one' : kindOf(value)}`,
    'Leave it out for no bound',
  );
};
