/**
 * Canonical forms of Signature Version 4.
 * @module
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { PackInputError } from '@nodetool-ai/sandbox-pack-kit';
import type { GivenHeader } from './read-headers.js';

/** Percent-encodes all but unreserved characters of RFC 3986. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * A path as it is sent: every segment encoded once.
 * @throws {PackInputError} `aws.bad-argument` for a broken percent sign
 */
export function wirePath(where: string, pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => encodeRfc3986(decoded(where, segment)))
    .join('/');
}

/** S3 and the services that sign as it does. */
export function isS3(service: string): boolean {
  return /^s3(?:-|express$|$)/.test(service);
}

/** A sent path as it is signed: S3 takes it as it is, other services encode it again and drop empty segments. */
export function canonicalPath(service: string, path: string): string {
  if (isS3(service)) return path;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  const end = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return `/${segments.map(encodeRfc3986).join('/')}${end}`;
}

/**
 * Pairs of a query; `+` is a space, as URLs of JavaScript write it.
 * @throws {PackInputError} `aws.bad-argument` for a broken percent sign
 */
export function queryPairs(where: string, search: string): [string, string][] {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const mark = part.indexOf('=');
      const [name, value] = mark === -1 ? [part, ''] : [part.slice(0, mark), part.slice(mark + 1)];
      return [decoded(where, name.replaceAll('+', ' ')), decoded(where, value.replaceAll('+', ' '))];
    });
}

/** Pairs encoded and sorted by name, then by value, as it is sent and signed. */
export function canonicalQuery(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([name, value]): [string, string] => [encodeRfc3986(name), encodeRfc3986(value)])
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Header lines, each with its line break, and their names joined with `;`. */
export function canonicalHeaders(headers: ReadonlyMap<string, GivenHeader>): { lines: string; signed: string } {
  const sorted = [...headers].sort(([a], [b]) => compare(a, b));
  return {
    lines: sorted.map(([name, { value }]) => `${name}:${value.replace(/ +/g, ' ')}\n`).join(''),
    signed: sorted.map(([name]) => name).join(';'),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function decoded(where: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PackInputError(
      where,
      'bad-argument',
      'options.url has a broken percent sign',
      'Encode names and values with encodeURIComponent',
    );
  }
}
