/** Smuggling header lines or whole requests into a connection. */
import { expect } from 'vitest';
import { type Attack, attack } from '../attack.js';
import { type WatchedNetwork, watchedNetwork } from '../support/network.js';

const NAMES = ['a\r\nX-Injected: 1', 'a\nb', 'a b', 'a:b', '', 'a\0', 'ä', 'a\tb', '(a)'];
const VALUES = [
  'a\r\nX-Injected: 1',
  'a\nX-Injected: 1',
  'a\r',
  'a\0b',
  '\u010aX-Injected: 1',
  '\ud800',
  'a\u2028b',
  '\x7f',
];
const METHODS = ['GET / HTTP/1.1\r\nX-Injected: 1\r\n\r\n', 'G ET', 'CONNECT', 'TRACE', 'TRACK', 'get\r\n'];
const HOP_BY_HOP = [
  'Host',
  'hOsT',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
  'Upgrade',
  'TE',
  'Trailer',
  'Keep-Alive',
  'Expect',
];

const requestWith = (what: string, options: string): Attack =>
  attack<WatchedNetwork>({
    name: `send ${what}`,
    code: `try { await fetch('http://a.example/', ${options}); return 'sent' } catch (e) { return e instanceof TypeError ? 'refused' : e.name + e.message }`,
    options: () => watchedNetwork(),
    repelled: ({ result }, { requests }) => {
      expect(result).toBe('refused');
      expect(requests).toEqual([]);
    },
  });

/** Goes out, and holds nothing that the program put between the lines. */
const cleanly = (name: string, code: string, line: string): Attack =>
  attack<WatchedNetwork>({
    name,
    code,
    options: () => watchedNetwork(),
    repelled: ({ error }, { requests }) => {
      expect(error).toBeUndefined();
      expect(requests.map((request) => request.line)).toEqual([line]);
      expect(requests[0]?.headers.map((text) => text.toLowerCase())).not.toContain('x-injected');
    },
  });

export const headers: Attack[] = [
  ...NAMES.map((name) =>
    requestWith(`the header name ${JSON.stringify(name)}`, `{ headers: [[${JSON.stringify(name)}, 'x']] }`),
  ),
  ...VALUES.map((value) =>
    requestWith(`the header value ${JSON.stringify(value)}`, `{ headers: { 'X-A': ${JSON.stringify(value)} } }`),
  ),
  ...METHODS.map((method) =>
    requestWith(`the method ${JSON.stringify(method)}`, `{ method: ${JSON.stringify(method)} }`),
  ),
  ...HOP_BY_HOP.map((name) =>
    requestWith(`${name}, which says how the connection is used`, `{ headers: { ${JSON.stringify(name)}: 'x' } }`),
  ),
  requestWith('headers larger than any server takes', `{ headers: { 'X-A': 'x'.repeat(70000) } }`),
  requestWith('a million small headers', `{ headers: Array.from({ length: 100000 }, (_, i) => ['X-' + i, 'x']) }`),
  cleanly(
    'break the line of the request by its path',
    `await fetch('http://a.example/a\\r\\nX-Injected: 1\\r\\n\\r\\nGET /b')`,
    'GET /aX-Injected:%201GET%20/b',
  ),
  cleanly(
    'break the line of the request by its query',
    `await fetch('http://a.example/?q=\\u010d\\u010aX-Injected:1')`,
    'GET /?q=%C4%8D%C4%8AX-Injected:1',
  ),
  cleanly(
    'change the headers while they are read',
    `let n = 0; await fetch('http://a.example/', { get headers() { return { get 'X-A'() { return n++ ? 'a\\r\\nX-Injected: 1' : 'a' } } } })`,
    'GET /',
  ),
  cleanly(
    'have a proxy answer for headers',
    `await fetch('http://a.example/', { headers: new Proxy({}, { ownKeys: () => ['X-A'], getOwnPropertyDescriptor: () => ({ value: 'a', enumerable: true, configurable: true }), get: (t, k) => 'a' }) })`,
    'GET /',
  ),
];
