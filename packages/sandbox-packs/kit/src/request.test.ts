import { describe, expect, it } from 'vitest';
import { jsonBody } from './request-body.js';
import { readHeaderSecret, readMethod, readName, readSecret } from './request-fields.js';
import { REQUEST_MAX_BODY_CHARS, REQUEST_MAX_URL_CHARS } from './request-limits.js';
import { formText, readPairs } from './request-query.js';
import { apiUrl, readSecureUrl } from './request-url.js';

const W = 'x.request';
const build = (path: string, query: [string, string][] = []): string =>
  apiUrl(W, 'path', { origin: 'https://api.test', prefix: '/v1/', path, query });

describe('apiUrl', () => {
  it('puts a path below its prefix', () => {
    expect(build('a/b c')).toBe('https://api.test/v1/a/b%20c');
    expect(build('a/../b')).toBe('https://api.test/v1/b');
    expect(build('a%2Fb')).toBe('https://api.test/v1/a%2Fb');
    expect(build('a?x=1', [['y', 'a b']])).toBe('https://api.test/v1/a?x=1&y=a+b');
    expect(build('a', [['q', '&=#']])).toBe('https://api.test/v1/a?q=%26%3D%23');
  });

  it.each([
    '/evil.test',
    '/\\evil.test',
    '\\evil.test',
    'https:h',
    'https://evil.test/',
    'javascript:x',
    '..',
    '../x',
    'a/../../x',
    'a/%2e%2E/..',
    '..%2f..%2fx',
    '%2e%2e%2fx',
    '%252e%252e%252fx',
    `%${'25'.repeat(900)}2e./x`,
    'a%5c..%5c..%5cx',
    '%2fevil.test',
    'a#b',
    'a%',
    'a%ff',
    'a%0d%0ab',
    'a\r\nb',
    'a\tb',
    'a\u0085b',
  ])('refuses %j without quoting it', (path) => {
    expect(() => build(path)).toThrow(expect.objectContaining({ code: 'x.bad-argument' }));
    expect(() => build(path)).not.toThrow(/evil/);
  });

  it('refuses a URL over its cap', () => {
    const at = (length: number) => build('a', [['q', 'x'.repeat(length)]]);
    const fits = REQUEST_MAX_URL_CHARS - 'https://api.test/v1/a?q='.length;
    expect(at(fits)).toHaveLength(REQUEST_MAX_URL_CHARS);
    expect(() => at(fits + 1)).toThrow(expect.objectContaining({ code: 'x.too-large' }));
  });

  it('never leaves origin and prefix, whatever the path', () => {
    const parts = [
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '%25',
      '%5c',
      ':',
      '@',
      'a',
      'evil.test',
      '?',
      '#',
      ';',
      '\t',
      'https',
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let built = 0;
    for (let turn = 0; turn < 5000; turn += 1) {
      const path = Array.from({ length: next(8) + 1 }, () => parts[next(parts.length)]).join('');
      try {
        const url = new URL(build(path));
        built += 1;
        expect(url.origin).toBe('https://api.test');
        expect(decodeURIComponent(url.pathname).startsWith('/v1/')).toBe(true);
        expect(new URL(decodeURIComponent(url.pathname), 'https://api.test').pathname.startsWith('/v1/')).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'x.bad-argument' });
      }
    }
    expect(built).toBeGreaterThan(500);
  });
});

describe('readSecureUrl', () => {
  it('takes https, and http on loopback', () => {
    for (const url of ['https://a.test/x?y=1', 'http://localhost:54321', 'http://127.0.0.1/', 'http://[::1]:1/'])
      expect(readSecureUrl(W, 'url', url, 'Pass it').href).toContain(url);
  });
  it.each([
    undefined,
    7,
    '',
    '/x',
    '//h/x',
    'https:h',
    'https:/h',
    'https:///h',
    'https://\\h',
    'ftp://h',
    'http://a.test',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
    'https://u:p@a.test',
    'https://a.test#x',
    'https://a.test/\r\nx',
    'https://a.test\\x',
  ])('refuses %j', (url) => {
    expect(() => readSecureUrl(W, 'url', url, 'Pass it')).toThrow(expect.objectContaining({ code: 'x.bad-argument' }));
  });
});

describe('fields', () => {
  it('reads methods', () => {
    expect(readMethod(W, 'method', 'patch', 'GET')).toBe('PATCH');
    expect(readMethod(W, 'method', null, 'GET')).toBe('GET');
    for (const method of ['TRACE', 'CONNECT', 'GET ', 'GET\r\n', '', 7, ['GET'], 'ſ'])
      expect(() => readMethod(W, 'method', method, 'GET')).toThrow(/is not one of GET, POST, PUT, PATCH, DELETE, HEAD/);
  });

  it('never quotes a secret', () => {
    const source = 'Read it from the secrets';
    expect(readHeaderSecret(W, 'token', 's3cret', source)).toBe('s3cret');
    expect(readSecret(W, 'token', 'pä ss', source)).toBe('pä ss');
    for (const bad of [
      's3cret\n',
      's3cret\0',
      's3cret x',
      's3crét',
      `s3cret${'x'.repeat(8192)}`,
      '',
      undefined,
      { s3cret: 1 },
    ])
      expect(() => readHeaderSecret(W, 'token', bad, source)).not.toThrow(/s3cr/);
    for (const bad of ['s3cret\n', 's3cret x', '', undefined, null, 7])
      expect(() => readHeaderSecret(W, 'token', bad, source)).toThrow(
        expect.objectContaining({ code: 'x.bad-argument' }),
      );
    expect(() => readSecret(W, 'token', undefined, source)).toThrow(/not undefined. Read it from the secrets/);
  });

  it('reads names', () => {
    expect(readName(W, 'table', 'my table')).toBe('my table');
    expect(() => readName(W, 'table', '')).toThrow(/table is empty/);
    expect(() => readName(W, 'table', 'a\u2028')).toThrow(/control character/);
    expect(() => readName(W, 'table', 'x'.repeat(2049))).toThrow(expect.objectContaining({ code: 'x.too-large' }));
  });
});

describe('query', () => {
  it('drops what is absent and repeats arrays', () => {
    const given = { a: 1, b: ['x', null, true], c: null, d: undefined, e: 5n, f: [] };
    const pairs = readPairs(W, 'query', given, 1000);
    expect(formText(W, 'query', pairs, 1000)).toBe('a=1&b=x&b=true&e=5');
    expect(readPairs(W, 'query', undefined, 10)).toEqual([]);
    expect(readPairs(W, 'query', JSON.parse('{"__proto__":"p"}'), 100)).toEqual([['__proto__', 'p']]);
  });
  it('refuses what has no text, and too much', () => {
    for (const bad of [7, 'a=1', [], new Map(), { a: {} }, { a: [[1]] }, { a: Number.NaN }, { a: new Uint8Array(1) }])
      expect(() => readPairs(W, 'query', bad, 1000)).toThrow(expect.objectContaining({ code: 'x.bad-argument' }));
    expect(() => readPairs(W, 'query', { a: 'x'.repeat(1000) }, 1000)).toThrow(/character limit/);
    const many = (count: number) => readPairs(W, 'query', { a: Array.from({ length: count }, () => '') }, 1e6);
    expect(many(10_000)).toHaveLength(10_000);
    expect(() => many(10_001)).toThrow(expect.objectContaining({ code: 'x.too-many' }));
    expect(() => formText(W, 'query', [['a', 'ü'.repeat(200)]], 1000)).toThrow(/character limit/);
  });
});

describe('jsonBody', () => {
  it('writes plain data', () => {
    expect(jsonBody(W, 'body', { a: [1, 'x', null], d: new Date(0) })).toBe(
      '{"a":[1,"x",null],"d":"1970-01-01T00:00:00.000Z"}',
    );
    expect(jsonBody(W, 'body', JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });
  it('refuses what JSON would change', () => {
    for (const bad of [
      '{}',
      7,
      null,
      { a: Number.NaN },
      { a: 1n },
      { a: new Uint8Array(1) },
      [new Map()],
      { a: new Date(Number.NaN) },
      { a: () => 1 },
    ])
      expect(() => jsonBody(W, 'body', bad)).toThrow(expect.objectContaining({ code: 'x.bad-argument' }));
  });
  it('counts what is written, not the places in a list', () => {
    const list = Array.from({ length: 500_000 }, () => 1);
    expect(jsonBody(W, 'body', list)).toHaveLength(1_000_001);
  });
  it('refuses too much, and what would unfold into too much', () => {
    expect(jsonBody(W, 'body', ['x'.repeat(REQUEST_MAX_BODY_CHARS - 4)])).toHaveLength(REQUEST_MAX_BODY_CHARS);
    expect(() => jsonBody(W, 'body', ['x'.repeat(REQUEST_MAX_BODY_CHARS - 3)])).toThrow(/character limit/);
    let bomb: unknown = [];
    for (let level = 0; level < 60; level += 1) bomb = [bomb, bomb];
    const started = performance.now();
    expect(() => jsonBody(W, 'body', bomb)).toThrow(expect.objectContaining({ code: 'x.too-large' }));
    expect(performance.now() - started).toBeLessThan(20_000);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(() => jsonBody(W, 'body', cyclic)).toThrow(expect.objectContaining({ code: 'x.too-deep' }));
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => jsonBody(W, 'body', deep)).toThrow(expect.objectContaining({ code: 'x.too-deep' }));
  });
});
