/** What a program may return, and what becomes of it. */
import type { Row } from '../row.js';

const result = (name: string, code: string, expected: unknown): Row => ({
  name,
  rules: ['result'],
  code,
  expected: { result: expected },
});

const small = () => ({ limits: { maxOutputSize: 1024 } });

export const valueRows: Row[] = [
  result('returns a number', 'return 2 + 2', 4),
  result('returns null for undefined', 'return undefined', null),
  result('returns null without a return', 'const x = 1;', null),
  result('returns a plain tree', `return { a: [1, 'two', true, null, { b: 1.5 }] }`, {
    a: [1, 'two', true, null, { b: 1.5 }],
  }),
  result(
    'turns rich values into plain ones',
    `return { a: NaN, b: undefined, c: new Date(0), d: -0, e: 1n, f: new Map([['k', 1]]), g: new Set([1]), h: /a/g }`,
    { a: null, c: '1970-01-01T00:00:00.000Z', d: 0, e: '1', f: { k: 1 }, g: [1], h: '/a/g' },
  ),
  result('keeps both places of a shared object', 'const o = { x: 1 }; return { a: o, b: o, z: new Uint8Array([1]) }', {
    a: { x: 1 },
    b: { x: 1 },
    z: Uint8Array.of(1),
  }),
  result(
    'puts null for what an array cannot hold',
    `return [undefined, () => 1, Symbol('s'), , NaN, Infinity, -Infinity]`,
    [null, null, null, null, null, null, null],
  ),
  result('drops properties JSON drops', `return { f() {}, s: Symbol('s'), u: undefined, [Symbol('k')]: 1, kept: 1 }`, {
    kept: 1,
  }),
  result('turns -0 into 0 at any depth', 'return [-0, { z: -0 }]', [0, { z: 0 }]),
  result(
    'gives a subarray its own bytes only',
    'return new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).subarray(2, 5)',
    Uint8Array.of(2, 3, 4),
  ),
  result('gives the bytes of a Float32Array', 'return new Float32Array([1.5])', Uint8Array.of(0, 0, 192, 63)),
  result('gives the bytes of an ArrayBuffer', 'return { b: new Uint8Array([7, 8]).buffer }', {
    b: Uint8Array.of(7, 8),
  }),
  result(
    'gives the window of a DataView',
    'return new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)',
    Uint8Array.of(2, 3),
  ),
  result('keeps NUL and lone surrogates', String.raw`return ['a\u0000b', '\ud800', '\udc00x']`, [
    'a\u0000b',
    '\ud800',
    '\udc00x',
  ]),
  result(
    'keeps an own __proto__ key',
    `return JSON.parse('{"__proto__":{"x":1}}')`,
    JSON.parse('{"__proto__":{"x":1}}'),
  ),
  result(
    'treats keys that look like markers as data',
    `return { __nodetool_sandbox_error__: true, __nodetool_sandbox_bytes__: 'AA==', constructor: 1, then: 2 }`,
    { __nodetool_sandbox_error__: true, __nodetool_sandbox_bytes__: 'AA==', constructor: 1, then: 2 },
  ),
  result('returns the text of a cyclic value', 'const o = {}; o.self = o; return o', '[object Object]'),
  result('turns a map with other keys into pairs', `return new Map([[1, 'a'], ['b', 2]])`, [
    [1, 'a'],
    ['b', 2],
  ]),
  result('turns an error into name, message and cause', `return new TypeError('bad', { cause: 1 })`, {
    name: 'TypeError',
    message: 'bad',
    cause: 1,
  }),
  result('turns an invalid date into null', 'return [new Date(NaN), new Date(86400000)]', [
    null,
    '1970-01-02T00:00:00.000Z',
  ]),
  result('treats dates beside bytes the same', 'return { d: new Date(0), b: new Uint8Array([1]) }', {
    d: '1970-01-01T00:00:00.000Z',
    b: Uint8Array.of(1),
  }),
  result('calls toJSON with the key', `return { a: { toJSON: (key) => key + '!' }, b: [{ toJSON: (key) => key }] }`, {
    a: 'a!',
    b: ['0'],
  }),
  result('unwraps boxed primitives', `return [Object(1), Object('s'), Object(true)]`, [1, 's', true]),
  result(
    'takes own enumerable properties of an instance',
    'class A { x = 1; #p = 2; get y() { return 3; } } return new A()',
    { x: 1 },
  ),
  result('reads a getter once', 'let n = 0; const o = { get a() { return ++n; } }; return o', { a: 1 }),
  result('keeps integer keys as an object', 'return { 0: 1, 1: 2 }', { 0: 1, 1: 2 }),
  result('sees through a proxy', 'return new Proxy({ a: 1 }, {})', { a: 1 }),
  result('writes a bigint in decimals', 'return [2n ** 70n, -1n]', ['1180591620717411303424', '-1']),
  result('keeps 500 levels', 'let v = 1; for (let i = 0; i < 500; i++) v = [v]; return JSON.stringify(v).length', 1001),
  {
    name: 'refuses a promise nobody awaited, by path',
    rules: ['result', 'unserializable'],
    code: 'return { a: { b: Promise.resolve(1) } }',
    expected: { failure: 'UNSERIALIZABLE', says: ['a.b'] },
  },
  {
    name: 'refuses more than 1000 levels',
    rules: ['result', 'unserializable'],
    code: 'let v = 1; for (let i = 0; i < 1100; i++) v = { v }; return v',
    expected: { failure: 'UNSERIALIZABLE', says: ['1000'] },
  },
  {
    name: 'cuts a long text and says so',
    rules: ['result size'],
    code: `return 'x'.repeat(2000)`,
    options: small,
    expected: { result: `${'x'.repeat(1024)}\n...[truncated]` },
    observe: (outcome) => [outcome.truncated, (outcome.warnings ?? []).length > 0],
    observed: [{ result: true }, true],
  },
  {
    name: 'never cuts through a surrogate pair',
    rules: ['result size'],
    code: `return 'a' + '\u{1f600}'.repeat(1000)`,
    options: small,
    expected: { result: `a${'\u{1f600}'.repeat(511)}\n...[truncated]` },
  },
  {
    name: 'turns a result that is too large into cut JSON text',
    rules: ['result size'],
    code: `return { b: new Uint8Array(3), a: 'x'.repeat(2000) }`,
    options: small,
    expected: { result: `{"b":"[3 bytes]","a":"${'x'.repeat(1024 - 22)}\n...[truncated]` },
    observe: (outcome) => outcome.truncated,
    observed: { result: true },
  },
  {
    name: 'does not count bytes as text',
    rules: ['result size'],
    code: 'return new Uint8Array(5000).fill(7)',
    options: small,
    expected: { result: new Uint8Array(5000).fill(7) },
  },
];
