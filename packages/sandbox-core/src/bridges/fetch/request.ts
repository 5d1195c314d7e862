/**
 * Reads what a program asks for. All of it is untrusted data, also where the guest's own side has looked at it before.
 * @module
 */
import { MAX_FETCH_HEADER_CHARS, MAX_FETCH_URL_CHARS } from '../../limits.js';
import { parseTarget } from './guard.js';
import type { HeaderPair, RedirectMode } from './transport.js';

/** A request of a program, checked. */
export interface FetchRequest {
  url: URL;
  method: string;
  /** Each name once. */
  headers: readonly HeaderPair[];
  body: Uint8Array | undefined;
  redirect: RedirectMode;
  timeoutMs: number;
}

/** What the host sets for a run. */
export interface RequestDefaults {
  /** Empty for none. */
  userAgent: string;
  timeoutMs: number;
}

const TOKEN = /^[!#$%&'*+.^_`|~\da-z-]+$/i;
/** Visible Latin-1, space and tab (RFC 9110, section 5.5). CR, LF and NUL would begin a header, or a request, of their own. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They let a program read back what it sent, or make a tunnel of the connection. */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** They say how the connection itself is used. A program that sets them can split or smuggle requests. */
const REFUSED_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'expect',
]);

/**
 * Checks the arguments of one call: the URL as text, and the options as the guest's side hands them over, with headers
 * as pairs of texts and the body as text or bytes.
 *
 * @throws TypeError that names what is wrong
 */
export function readRequest(url: unknown, options: unknown, defaults: RequestDefaults): FetchRequest {
  if (typeof url !== 'string' || url === '') {
    throw new TypeError('fetch: url must be a non-empty string or an object with a string href');
  }
  if (url.length > MAX_FETCH_URL_CHARS)
    throw new TypeError(`fetch: url must be at most ${MAX_FETCH_URL_CHARS} characters long`);
  const given = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  const method = readMethod(given['method']);
  const headers = readHeaders(given['headers']);
  const body = readBody(given['body']);
  const { contentType } = given;
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw new TypeError(`fetch: a ${method} request cannot have a body. Set method to "POST", or leave the body out`);
  }
  if (body !== undefined && typeof contentType === 'string' && !headers.has('content-type')) {
    headers.set('content-type', readHeader('Content-Type', contentType));
  }
  if (defaults.userAgent !== '' && !headers.has('user-agent')) {
    headers.set('user-agent', readHeader('User-Agent', defaults.userAgent));
  }
  return {
    url: parseTarget(url),
    method,
    headers: [...headers.values()],
    body,
    redirect: readRedirect(given['redirect']),
    timeoutMs: readTimeout(given['timeoutMs'], defaults.timeoutMs),
  };
}

function readMethod(value: unknown): string {
  if (value === undefined) return 'GET';
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (!TOKEN.test(method) || method.length > 100) {
    throw new TypeError('fetch: method must be the name of an HTTP method, such as "POST"');
  }
  if (REFUSED_METHODS.has(method)) throw new TypeError(`fetch: method ${method} is refused`);
  return method;
}

/** By lower-case name, so that a name given twice becomes one header, as it would on the wire. */
function readHeaders(value: unknown): Map<string, HeaderPair> {
  const headers = new Map<string, HeaderPair>();
  if (value === undefined) return headers;
  if (!Array.isArray(value)) throw new TypeError('fetch: headers must be an object or an array of pairs');
  let chars = 0;
  for (const pair of value as unknown[]) {
    const [name, text] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof name !== 'string' || typeof text !== 'string') {
      throw new TypeError('fetch: headers must be an object or an array of pairs');
    }
    chars += name.length + text.length;
    if (chars > MAX_FETCH_HEADER_CHARS) {
      throw new TypeError(`fetch: headers must be at most ${MAX_FETCH_HEADER_CHARS} characters together`);
    }
    const [readName, readValue] = readHeader(name, text);
    const earlier = headers.get(readName.toLowerCase());
    headers.set(
      readName.toLowerCase(),
      earlier === undefined ? [readName, readValue] : [earlier[0], `${earlier[1]}, ${readValue}`],
    );
  }
  return headers;
}

function readHeader(name: string, value: string): HeaderPair {
  if (!TOKEN.test(name)) {
    throw new TypeError(`fetch: ${JSON.stringify(name.slice(0, 100))} is not the name of a header`);
  }
  const lower = name.toLowerCase();
  if (REFUSED_HEADERS.has(lower) || lower.startsWith('proxy-')) {
    throw new TypeError(`fetch: the header "${name.slice(0, 100)}" is refused: the host sets it itself. Leave it out`);
  }
  if (!FIELD_VALUE.test(value)) {
    throw new TypeError(
      `fetch: the value of the header "${name.slice(0, 100)}" holds a line break, a control character or a character ` +
        'past U+00FF. Encode it, for example with encodeURIComponent',
    );
  }
  return [name, value.replace(/^[\t ]+|[\t ]+$/g, '')];
}

function readBody(value: unknown): Uint8Array | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError('fetch: body must be a string, bytes or a value that can be written as JSON');
}

function readRedirect(value: unknown): RedirectMode {
  if (value === undefined) return 'follow';
  if (value === 'follow' || value === 'manual' || value === 'error') return value;
  throw new TypeError('fetch: redirect must be "follow", "manual" or "error"');
}

function readTimeout(value: unknown, maxMs: number): number {
  if (value === undefined) return maxMs;
  if (typeof value !== 'number' || !(value > 0)) {
    throw new TypeError('fetch: timeoutMs must be a positive number of milliseconds');
  }
  return Math.min(value, maxMs);
}
