/**
 * A call of a function in the database.
 * @module
 */
import {
  anything,
  type BuiltRequest,
  isPlainObject,
  jsonBody,
  kindOf,
  PackInputError,
  type QueryPairs,
  readMethod,
  readName,
  readOptions,
  readPairs,
  scalarText,
} from '@nodetool-ai/sandbox-pack-kit';
import { charBudget } from './char-budget.js';
import { SUPABASE_MAX_URL_CHARS } from './limits.js';
import { arrayLiteral } from './list-literal.js';
import { keyOption, originOption, projectHeaders, restUrl } from './project.js';

/**
 * Builds the request; nothing is sent. Arguments are the JSON body of POST and the query of GET and HEAD.
 * @throws {PackError} `supabase.bad-argument`, `supabase.too-large`, `supabase.too-deep`; no message holds the key
 */
export function callFunction(where: string, input: unknown): BuiltRequest {
  const options = readOptions(where, input, {
    url: originOption,
    key: keyOption,
    fn: readName,
    args: anything,
    method: (at, label, value) => readMethod(at, label, value, 'POST', ['POST', 'GET', 'HEAD']),
    query: anything,
  });
  const args = options.args ?? {};
  if (!isPlainObject(args)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `options.args must be a plain object, not ${kindOf(args)}`,
      'Pass the arguments by name',
    );
  }
  const isPost = options.method === 'POST';
  const given = readPairs(where, 'query', options.query, SUPABASE_MAX_URL_CHARS);
  const query: QueryPairs = isPost ? given : [...argumentPairs(where, args), ...given];
  const request: BuiltRequest = {
    url: restUrl(where, 'options.fn', options.url, '/rest/v1/rpc/', options.fn, query),
    method: options.method,
    headers: projectHeaders(options.key),
  };
  if (!isPost) return request;
  request.headers['Content-Type'] = 'application/json';
  request.body = jsonBody(where, 'args', args);
  return request;
}

function argumentPairs(where: string, args: Record<string, unknown>): QueryPairs {
  const spend = charBudget(where, 'args');
  return Object.entries(args)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const label = `args.${name.slice(0, 100)}`;
      const text = Array.isArray(value) ? arrayLiteral(where, label, value, spend) : scalarText(where, label, value);
      return [spend(name), spend(text)];
    });
}
