/**
 * A signed request to Twilio, ready for `fetch`.
 * @module
 */
import {
  anything,
  apiUrl,
  type BuiltRequest,
  formText,
  PackInputError,
  type QueryPairs,
  readMethod,
  readName,
  readOptions,
  readPairs,
  readSecret,
} from '@nodetool-ai/sandbox-pack-kit';
import { TWILIO_MAX_BODY_CHARS } from './limits.js';

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.twilio\.com$/;

/**
 * Builds the request; nothing is sent.
 * @throws {PackError} `twilio.bad-argument`, `twilio.too-large`; no message holds the token
 */
export function buildRequest(where: string, input: unknown, warn: (text: string) => void): BuiltRequest {
  const options = readOptions(where, input, {
    accountSid: readAccountSid,
    authToken: (at, label, value) => readSecret(at, label, value, secretHint('TWILIO_AUTH_TOKEN')),
    path: readName,
    method: (at, label, value) => readMethod(at, label, value, 'GET'),
    params: anything,
    query: anything,
    host: readHost,
  });
  const params = readPairs(where, 'params', options.params, TWILIO_MAX_BODY_CHARS);
  const query = readPairs(where, 'query', options.query, TWILIO_MAX_BODY_CHARS);
  warnOfCase(where, params, warn);
  const isInQuery = options.method === 'GET' || options.method === 'HEAD' || options.method === 'DELETE';
  const isAbsolute = options.path.startsWith('/');
  const url = apiUrl(where, 'path', {
    origin: `https://${options.host}`,
    prefix: isAbsolute ? '/' : `/2010-04-01/Accounts/${options.accountSid}/`,
    path: isAbsolute ? options.path.slice(1) : options.path,
    query: isInQuery ? [...query, ...params] : query,
  });
  const request: BuiltRequest = {
    url,
    method: options.method,
    headers: { Authorization: `Basic ${base64(`${options.accountSid}:${options.authToken}`)}` },
  };
  if (isInQuery || options.params === undefined || options.params === null) return request;
  request.headers['Content-Type'] = 'application/x-www-form-urlencoded';
  request.body = formText(where, 'params', params, TWILIO_MAX_BODY_CHARS);
  return request;
}

function readAccountSid(where: string, label: string, value: unknown): string {
  const hint = secretHint('TWILIO_ACCOUNT_SID');
  const sid = readSecret(where, label, value, hint);
  if (/^[A-Za-z0-9]{1,64}$/.test(sid)) return sid;
  throw new PackInputError(where, 'bad-argument', `${label} is not made of letters and digits only`, hint);
}

function readHost(where: string, label: string, value: unknown): string {
  if (value === undefined) return 'api.twilio.com';
  const host = readName(where, label, value);
  if (host.length <= 253 && HOST.test(host)) return host;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} is not below twilio.com, and the token would travel there`,
    'Use a host such as api.twilio.com or verify.twilio.com, in small letters and without https://',
  );
}

function warnOfCase(where: string, params: QueryPairs, warn: (text: string) => void): void {
  for (const name of new Set(params.map(([key]) => key))) {
    if (name !== 'to' && name !== 'from' && name !== 'body') continue;
    const right = name.charAt(0).toUpperCase() + name.slice(1);
    warn(`${where}: Twilio ignores the parameter "${name}". Write "${right}".`);
  }
}

// `btoa` takes bytes only.
function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function secretHint(name: string): string {
  return `Read it with await nodetool.secrets.get("${name}")`;
}
