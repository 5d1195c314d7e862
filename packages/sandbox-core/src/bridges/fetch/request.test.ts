import { describe, expect, it } from 'vitest';
import { readRequest } from './request.js';

const URL_TEXT = 'http://a.example/';
const read = (options?: unknown, userAgent = '') => readRequest(URL_TEXT, options, { userAgent, timeoutMs: 15_000 });
const header = (name: string, value: string) => read({ headers: [[name, value]] }).headers;

describe('readRequest', () => {
  it('fills in what a program leaves out', () => {
    const { url, ...rest } = read();
    expect(url.href).toBe(URL_TEXT);
    expect(rest).toEqual({ method: 'GET', headers: [], body: undefined, redirect: 'follow', timeoutMs: 15_000 });
  });

  it.each([undefined, null, '', 5, {}, ['http://a.example/']])('refuses the url %j', (url) => {
    expect(() => readRequest(url, undefined, { userAgent: '', timeoutMs: 1 })).toThrow(TypeError);
    expect(() => readRequest(url, undefined, { userAgent: '', timeoutMs: 1 })).toThrow(/url must be/);
  });

  it('refuses a URL of 65 537 characters', () => {
    const long = `http://a.example/${'x'.repeat(65_537 - 17)}`;
    expect(() => readRequest(long, undefined, { userAgent: '', timeoutMs: 1 })).toThrow(/url must be at most 65536/);
  });

  it.each([
    ['post', 'POST'],
    ['PATCH', 'PATCH'],
    ['propfind', 'PROPFIND'],
  ])('takes the method %s', (method, read_) => expect(read({ method }).method).toBe(read_));

  it.each(['CONNECT', 'trace', 'Track', '', 'G ET', 'GET\r\nX: 1', 'É', null, 5, {}])(
    'refuses the method %j',
    (method) => {
      expect(() => read({ method })).toThrow(TypeError);
      expect(() => read({ method })).toThrow(/method/);
    },
  );

  it.each([
    'host',
    'Host',
    'connection',
    'content-length',
    'Transfer-Encoding',
    'upgrade',
    'TE',
    'trailer',
    'keep-alive',
    'expect',
    'proxy-authorization',
    'Proxy-Connection',
    'proxy-x',
  ])('refuses the header %s', (name) => {
    expect(() => header(name, 'x')).toThrow(TypeError);
    expect(() => header(name, 'x')).toThrow(/refused/);
  });

  it.each(['a\r\nX-B: 1', 'a\nb', 'a\rb', 'a\0b', 'a\x7f', 'a\x01', 'ü\u0100', '✓'])(
    'refuses the value %j',
    (value) => {
      expect(() => header('x-a', value)).toThrow(TypeError);
    },
  );

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'a\0', 'ä', '"a"', '\u212a'])('refuses the name %j', (name) => {
    expect(() => header(name, '1')).toThrow(TypeError);
  });

  it('keeps Latin-1 and tabs, and trims what the wire would trim', () => {
    expect(header('X-A', ' \tgrün\tja \t')).toEqual([['X-A', 'grün\tja']]);
  });

  it('joins a header given twice', () => {
    expect(
      read({
        headers: [
          ['X-A', '1'],
          ['x-b', '2'],
          ['x-a', '3'],
        ],
      }).headers,
    ).toEqual([
      ['X-A', '1, 3'],
      ['x-b', '2'],
    ]);
  });

  it.each([[{}], ['x'], [[['a']]], [[['a', 1]]], [['ab']], [[null]], [null]])('refuses the headers %j', (headers) => {
    expect(() => read({ headers })).toThrow(/headers must be/);
  });

  it('refuses headers of more than 65 536 characters', () => {
    expect(header('a', 'x'.repeat(65_535))).toHaveLength(1);
    expect(() => header('a', 'x'.repeat(65_536))).toThrow(/at most 65536 characters/);
  });

  it('sends the user agent of the host unless the program has set one', () => {
    expect(read(undefined, 'bot/1').headers).toEqual([['User-Agent', 'bot/1']]);
    expect(read({ headers: [['USER-AGENT', 'mine']] }, 'bot/1').headers).toEqual([['USER-AGENT', 'mine']]);
  });

  it('adds a content type only to a body, and only where there is none', () => {
    const json = { method: 'POST', body: '{}', contentType: 'application/json' };
    expect(read(json).headers).toEqual([['Content-Type', 'application/json']]);
    expect(read({ ...json, headers: [['Content-Type', 'text/x']] }).headers).toEqual([['Content-Type', 'text/x']]);
    expect(read({ method: 'POST', contentType: 'application/json' }).headers).toEqual([]);
    expect(() => read({ ...json, contentType: 'a\r\nb' })).toThrow(TypeError);
  });

  it.each(['GET', 'HEAD', undefined])('refuses a body with method %s', (method) => {
    expect(() => read({ method, body: '' })).toThrow(/cannot have a body/);
  });

  it('takes text as UTF-8 and bytes as they are', () => {
    expect(read({ method: 'PUT', body: 'ü' }).body).toEqual(new Uint8Array([0xc3, 0xbc]));
    const bytes = new Uint8Array([1, 2]);
    expect(read({ method: 'PUT', body: bytes }).body).toBe(bytes);
    for (const body of [5, {}, [], true]) expect(() => read({ method: 'PUT', body })).toThrow(/body must be/);
  });

  it('lets a program lower its time and not raise it', () => {
    expect(read({ timeoutMs: 20 }).timeoutMs).toBe(20);
    expect(read({ timeoutMs: 1e9 }).timeoutMs).toBe(15_000);
    expect(read({ timeoutMs: Number.POSITIVE_INFINITY }).timeoutMs).toBe(15_000);
    for (const timeoutMs of [0, -1, Number.NaN, '5', null, {}])
      expect(() => read({ timeoutMs })).toThrow(/timeoutMs must be/);
  });

  it.each(['manual', 'error', 'follow'])('takes redirect %s', (redirect) => {
    expect(read({ redirect }).redirect).toBe(redirect);
  });

  it.each(['FOLLOW', '', null, 1])('refuses redirect %j', (redirect) => {
    expect(() => read({ redirect })).toThrow(/redirect must be/);
  });
});
