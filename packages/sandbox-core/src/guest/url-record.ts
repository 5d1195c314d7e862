/**
 * A parsed URL and its serializations.
 * @see https://url.spec.whatwg.org/#url-representation
 * @module
 */
import { ObjectCreate, StringOf } from './primordials.js';

/** Parts of a URL. `host` is serialized; `null` and `''` differ. A `path` that is a string is opaque. */
export interface UrlRecord {
  scheme: string;
  username: string;
  password: string;
  host: string | null;
  port: number | null;
  path: string[] | string;
  query: string | null;
  fragment: string | null;
}

const DEFAULT_PORTS = ObjectCreate(null) as Record<string, number | null>;
DEFAULT_PORTS['ftp'] = 21;
DEFAULT_PORTS['file'] = null;
DEFAULT_PORTS['http'] = 80;
DEFAULT_PORTS['https'] = 443;
DEFAULT_PORTS['ws'] = 80;
DEFAULT_PORTS['wss'] = 443;

export function newRecord(): UrlRecord {
  return { scheme: '', username: '', password: '', host: null, port: null, path: [], query: null, fragment: null };
}

export function isSpecialScheme(scheme: string): boolean {
  return DEFAULT_PORTS[scheme] !== undefined;
}

export function isDefaultPort(scheme: string, port: number | null): boolean {
  return port !== null && DEFAULT_PORTS[scheme] === port;
}

export function hasCredentials(url: UrlRecord): boolean {
  return url.username !== '' || url.password !== '';
}

export function cannotHaveCredentialsOrPort(url: UrlRecord): boolean {
  return url.host === null || url.host === '' || url.scheme === 'file';
}

export function serializePath(url: UrlRecord): string {
  const { path } = url;
  if (typeof path === 'string') return path;
  let out = '';
  for (let index = 0; index < path.length; index++) out += '/' + (path[index] as string);
  return out;
}

export function serializeHostAndPort(url: UrlRecord): string {
  if (url.host === null) return '';
  return url.port === null ? url.host : url.host + ':' + StringOf(url.port);
}

export function serializeUrl(url: UrlRecord): string {
  let out = url.scheme + ':';
  if (url.host !== null) {
    out += '//';
    if (hasCredentials(url)) out += url.username + (url.password === '' ? '' : ':' + url.password) + '@';
    out += serializeHostAndPort(url);
  } else if (typeof url.path !== 'string' && url.path.length > 1 && url.path[0] === '') {
    out += '/.';
  }
  out += serializePath(url);
  if (url.query !== null) out += '?' + url.query;
  if (url.fragment !== null) out += '#' + url.fragment;
  return out;
}
