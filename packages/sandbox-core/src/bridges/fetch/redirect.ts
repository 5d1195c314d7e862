/**
 * What one redirect makes of a request. Pure: the guard looks at the new URL afterwards, as at the first one.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 * @module
 */
import { parseTarget } from './guard.js';
import { headerOf } from './headers.js';
import type { FetchRequest } from './request.js';
import type { HeaderPair } from './transport.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Belong to one origin, whatever is in them. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);
/** Parts of names that headers with credentials have: `X-Api-Key`, `X-Auth-Token`. */
const CREDENTIAL_PARTS = new Set(['auth', 'token', 'secret', 'key', 'apikey', 'credential', 'session', 'signature']);

/** Where a response sends the client; `undefined` when it is no redirect. */
export function redirectLocation(status: number, headers: readonly HeaderPair[]): string | undefined {
  if (!REDIRECTS.has(status)) return undefined;
  return headerOf(headers, 'location');
}

/**
 * The request after a redirect.
 *
 * @param secrets - values of secrets the run has read; no header that holds one goes to another origin
 * @throws Error for a target that may not be asked for, and when `https` would send a body on over `http`
 */
export function redirected(
  request: FetchRequest,
  status: number,
  location: string,
  secrets: Iterable<string>,
): FetchRequest {
  const url = withFragmentOf(request.url, parseTarget(asUtf8(location), request.url));
  const next: FetchRequest = { ...request, url };
  if (dropsBody(status, request.method)) {
    next.method = 'GET';
    next.body = undefined;
    next.headers = next.headers.filter(([name]) => !name.toLowerCase().startsWith('content-'));
  }
  if (url.origin === request.url.origin) return next;
  if (next.body !== undefined && request.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new Error(`fetch: ${request.url.host} redirects the body of a request from https to http, which is refused`);
  }
  const known = [...secrets];
  next.headers = next.headers.filter(([name, value]) => !isCredential(name, value, known));
  return next;
}

/** HEAD stays HEAD after 303: it asks for no body, before and after. */
function dropsBody(status: number, method: string): boolean {
  return (status === 301 || status === 302 || status === 303) && method !== 'GET' && method !== 'HEAD';
}

function isCredential(name: string, value: string, secrets: readonly string[]): boolean {
  const lower = name.toLowerCase();
  if (CREDENTIALS.has(lower) || lower.split(/[-_]/).some((part) => CREDENTIAL_PARTS.has(part))) return true;
  return secrets.some((secret) => value.includes(secret));
}

/** Headers arrive as Latin-1; a location that is not ASCII is meant as UTF-8, as in browsers. */
function asUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  return new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0)));
}

/** A target without a fragment keeps that of its predecessor. (Node's URL setters have ended the process before.) */
function withFragmentOf(previous: URL, url: URL): URL {
  return url.hash !== '' || url.href.endsWith('#') ? url : new URL(`${url.href}${previous.hash}`);
}
