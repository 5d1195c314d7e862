/**
 * A request to Notion, ready for `fetch`.
 * @module
 */
import {
  anything,
  apiUrl,
  type BuiltRequest,
  jsonBody,
  PackInputError,
  readHeaderSecret,
  readMethod,
  readName,
  readOptions,
  readPairs,
} from '@nodetool-ai/sandbox-pack-kit';
import { NOTION_MAX_URL_CHARS } from './limits.js';

const ORIGIN = 'https://api.notion.com';

/**
 * Builds the request; nothing is sent.
 * @throws {PackError} `notion.bad-argument`, `notion.too-large`, `notion.too-deep`; no message holds the token
 */
export function buildRequest(where: string, input: unknown): BuiltRequest {
  const options = readOptions(where, input, {
    token: (at, label, value) =>
      readHeaderSecret(at, label, value, 'Read it with await nodetool.secrets.get("NOTION_API_KEY")'),
    path: readName,
    method: (at, label, value) => readMethod(at, label, value, 'GET'),
    body: anything,
    query: anything,
    version: readVersion,
  });
  const isAbsolute = options.path.startsWith('/');
  const request: BuiltRequest = {
    url: apiUrl(where, 'options.path', {
      origin: ORIGIN,
      prefix: isAbsolute ? '/' : '/v1/',
      path: isAbsolute ? options.path.slice(1) : options.path,
      query: readPairs(where, 'query', options.query, NOTION_MAX_URL_CHARS),
    }),
    method: options.method,
    headers: { Authorization: `Bearer ${options.token}`, 'Notion-Version': options.version },
  };
  if (options.body === undefined || options.body === null) return request;
  if (options.method === 'GET' || options.method === 'HEAD') {
    throw new PackInputError(
      where,
      'bad-argument',
      `${options.method} takes no body`,
      'Pass method: "POST", or put the values into query',
    );
  }
  request.headers['Content-Type'] = 'application/json';
  request.body = jsonBody(where, 'body', options.body);
  return request;
}

function readVersion(where: string, label: string, value: unknown): string {
  if (value === undefined) return '2022-06-28';
  const version = readName(where, label, value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(version)) return version;
  throw new PackInputError(where, 'bad-argument', `${label} is not a date`, 'Leave it out for "2022-06-28"');
}
