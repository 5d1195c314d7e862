import { describe, expect, it } from 'vitest';
import { redirected, redirectLocation } from './redirect.js';
import type { FetchRequest } from './request.js';
import type { HeaderPair } from './transport.js';

const HEADERS: HeaderPair[] = [
  ['Authorization', 'Bearer x'],
  ['Cookie', 'a=1'],
  ['X-Api-Key', 'k'],
  ['X-Auth', 'a'],
  ['x-amz-security-token', 't'],
  ['X-Hub-Signature', 's'],
  ['X-ApiKey', 'k'],
  ['X_SECRET', 's'],
  ['My-Session', 's'],
  ['X-Credential', 'c'],
  ['X-Custom', 'pre-s3cr3t-post'],
  ['X-Keep', '1'],
  ['X-Author', 'me'],
  ['X-Keyboard', 'de'],
  ['Content-Type', 'text/x'],
  ['Content-Language', 'de'],
];
const BODY = new Uint8Array([1]);
const request = (url: string, method = 'POST'): FetchRequest => ({
  url: new URL(url),
  method,
  headers: HEADERS,
  body: method === 'GET' || method === 'HEAD' ? undefined : BODY,
  redirect: 'follow',
  timeoutMs: 1000,
});
const next = (status: number, location: string, url = 'https://a.example/x/y', method = 'POST') =>
  redirected(request(url, method), status, location, ['s3cr3t']);
const names = ({ headers }: FetchRequest) => headers.map(([name]) => name);

describe('redirectLocation', () => {
  it.each([301, 302, 303, 307, 308])('is that of status %i', (status) => {
    expect(redirectLocation(status, [['LOCATION', '/x']])).toBe('/x');
    expect(redirectLocation(status, [['X', '/x']])).toBeUndefined();
  });

  it.each([200, 201, 300, 304, 305, 306, 309, 404])('is none for status %i', (status) => {
    expect(redirectLocation(status, [['Location', '/x']])).toBeUndefined();
  });
});

describe('redirected', () => {
  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'DELETE', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'PUT', 'PUT'],
    [301, 'GET', 'GET'],
    [302, 'HEAD', 'HEAD'],
    [303, 'HEAD', 'HEAD'],
  ])('makes of %i and %s a %s', (status, method, then) => {
    const hop = next(status, '/', 'https://a.example/', method);
    expect(hop.method).toBe(then);
    expect(hop.body).toBe(then === 'GET' || then === 'HEAD' ? undefined : BODY);
    expect(names(hop).includes('Content-Language')).toBe(then === method);
  });

  it.each([
    ['z', 'https://a.example/x/z'],
    ['/z?q', 'https://a.example/z?q'],
    ['//b.example/', 'https://b.example/'],
    ['?q', 'https://a.example/x/y?q'],
    ['/gr\u00c3\u00bcn', 'https://a.example/gr%C3%BCn'],
  ])('resolves %s against the current URL', (location, href) => {
    expect(next(307, location).url.href).toBe(href);
  });

  it('hands the fragment on, unless the location has one', () => {
    expect(next(307, '/z', 'https://a.example/#here').url.hash).toBe('#here');
    expect(next(307, '/z#there', 'https://a.example/#here').url.hash).toBe('#there');
  });

  it.each(['file:///etc/passwd', 'ftp://a/', 'data:,x'])('refuses to go on to %s', (location) => {
    expect(() => next(302, location)).toThrow(/unsupported scheme/);
  });

  it('refuses a location that is no URL or holds user info', () => {
    expect(() => next(302, 'http://[')).toThrow(/invalid URL/);
    expect(() => next(302, 'https://user:pass@b.example/')).toThrow(/user name or password/);
  });

  it('keeps every header within an origin', () => {
    expect(names(next(307, 'https://a.example:443/z'))).toEqual(names(request('https://a.example/')));
  });

  it.each(['https://b.example/', 'https://a.example:8443/', 'https://sub.a.example/'])(
    'takes no credential to %s',
    (location) => {
      expect(names(next(307, location))).toEqual([
        'X-Keep',
        'X-Author',
        'X-Keyboard',
        'Content-Type',
        'Content-Language',
      ]);
    },
  );

  it('counts from https to http as another origin, and carries no body there', () => {
    expect(() => next(307, 'http://a.example/')).toThrow(/from https to http, which is refused/);
    expect(names(next(302, 'http://a.example/'))).toEqual(['X-Keep', 'X-Author', 'X-Keyboard']);
    expect(next(307, 'https://a.example/', 'http://a.example/').body).toBe(BODY);
  });
});
