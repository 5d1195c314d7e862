import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeEnvelope } from '../codec/decode.js';
import { encodeEnvelope } from '../codec/encode.js';
import { toNormalForm } from '../codec/normal-form.js';
import { scanRaw } from '../codec/scan-raw.js';
import { type GuestHarness, startGuest } from '../codec/testing/engine-harness.js';

let guest: GuestHarness;
beforeAll(async () => {
  guest = await startGuest();
});

const program = (body: string): string => `(() => { ${body} })()`;

/** Full fidelity, both ways out; they must agree. */
function full(expression: string): unknown {
  const packed = guest.pack(expression, 0);
  if ('thrown' in packed) throw Object.assign(new Error(packed.thrown.message), packed.thrown);
  const taken = guest.take(expression, 0);
  expect(taken).toStrictEqual(packed);
  return packed.value;
}

/** Output normal form, both ways out and both output modes; they must agree. */
function normal(expression: string): unknown {
  const packed = guest.pack(expression, 1);
  if ('thrown' in packed) throw Object.assign(new Error(packed.thrown.message), packed.thrown);
  const value = toNormalForm(packed.value);
  for (const answer of [guest.take(expression, 1), guest.pack(expression, 2), guest.take(expression, 2)]) {
    if ('thrown' in answer) throw new Error(answer.thrown.message);
    expect(toNormalForm(answer.value)).toStrictEqual(value);
  }
  return value;
}

function thrown(expression: string, mode: 0 | 1 | 2): { name: string; message: string; code?: string } {
  const taken = guest.take(expression, mode);
  expect(guest.pack(expression, mode)).toEqual(taken);
  if (!('thrown' in taken)) throw new Error('the value came out');
  return taken.thrown;
}

describe('full fidelity out of the guest', () => {
  it.each<[string, string, unknown]>([
    [
      'primitives',
      '[null, true, false, 1, -1.5, "text", 10n ** 20n]',
      [null, true, false, 1, -1.5, 'text', 10n ** 20n],
    ],
    [
      'numbers JSON lacks',
      '[NaN, Infinity, -Infinity, -0]',
      [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0],
    ],
    ['undefined at top', 'undefined', undefined],
    ['undefined inside', '({ a: undefined, b: [undefined, 1] })', { a: undefined, b: [undefined, 1] }],
    ['text with NUL and lone surrogates', '"a\\u0000b\\ud800\\u20ac"', 'a\u0000b\ud800€'],
    [
      'names the engine writes as numbers',
      '({ name: 1, length: 2, constructor: 3, toString: 4, message: 5 })',
      { name: 1, length: 2, constructor: 3, toString: 4, message: 5 },
    ],
    [
      'numeric keys',
      '({ 1: "a", 4294967295: "b", "-1": "c", 2147483648: "d" })',
      { 1: 'a', 2147483648: 'd', 4294967295: 'b', '-1': 'c' },
    ],
    ['own __proto__', `JSON.parse('{"__proto__":{"x":1}}')`, JSON.parse('{"__proto__":{"x":1}}')],
    ['null prototype', 'Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
    [
      'symbol keys and hidden properties dropped',
      'Object.defineProperty({ [Symbol("s")]: 1, [Symbol.iterator]: /x/, b: 2 }, "h", { value: 3 })',
      { b: 2 },
    ],
    ['holes', '[, 1, , , 2, ,]', Object.assign([], { 1: 1, 4: 2, length: 6 })],
    ['extra array properties dropped', 'Object.assign([1], { extra: () => 1 })', [1]],
    ['dates', '[new Date(5), new Date(NaN)]', [new Date(5), new Date(Number.NaN)]],
    [
      'a regular expression',
      program('const r = /a\\/(b)/gimsuy; r.lastIndex = 2; return { r };'),
      { r: /a\/(b)/gimsuy },
    ],
    [
      'maps',
      'new Map([["k", { a: 1 }], [{ k: 1 }, [2]]])',
      new Map<unknown, unknown>([
        ['k', { a: 1 }],
        [{ k: 1 }, [2]],
      ]),
    ],
    [
      'maps with what travels apart',
      'new Map([[/k/, new Map([["in", new Error("e")]])]])',
      new Map([[/k/, new Map([['in', new Error('e')]])]]),
    ],
    ['sets', 'new Set([1, "a", new Set([[1]])])', new Set<unknown>([1, 'a', new Set([[1]])])],
    ['sets with what travels apart', 'new Set([/s/, 1])', new Set([/s/, 1])],
    [
      'bytes',
      '[new Uint8Array([1, 2]), new Int8Array([-1]), new Uint8ClampedArray([300])]',
      [Uint8Array.of(1, 2), Int8Array.of(-1), Uint8ClampedArray.of(255)],
    ],
    [
      'wider arrays',
      '[new Int16Array([-2]), new Uint16Array([2]), new Int32Array([-3]), new Uint32Array([3]), new Float32Array([1.5]), new Float64Array([0.1])]',
      [
        Int16Array.of(-2),
        Uint16Array.of(2),
        Int32Array.of(-3),
        Uint32Array.of(3),
        Float32Array.of(1.5),
        Float64Array.of(0.1),
      ],
    ],
    [
      '64-bit arrays',
      '[new BigInt64Array([-1n]), new BigUint64Array([2n ** 63n])]',
      [BigInt64Array.of(-1n), BigUint64Array.of(2n ** 63n)],
    ],
    ['a subarray', 'new Uint8Array([0, 1, 2, 3, 4, 5]).subarray(2, 5)', Uint8Array.of(2, 3, 4)],
    ['a wide subarray', 'new Float64Array([1, 2, 3]).subarray(1, 2)', Float64Array.of(2)],
    ['an ArrayBuffer', 'new Uint8Array([7]).buffer', Uint8Array.of(7).buffer],
    [
      'a growable ArrayBuffer and a view that grows',
      program(
        'const b = new ArrayBuffer(2, { maxByteLength: 8 }); const v = new Uint8Array(b); b.resize(3); return [b, v];',
      ),
      [new Uint8Array(3).buffer, new Uint8Array(3)],
    ],
    [
      'two views of one buffer',
      program('const b = new Uint8Array([1, 2]).buffer; return [new Uint8Array(b), new Int16Array(b), b];'),
      [Uint8Array.of(1, 2), Int16Array.of(0x201), Uint8Array.of(1, 2).buffer],
    ],
    [
      'shared memory, copied',
      program('const s = new SharedArrayBuffer(2); const u = new Uint8Array(s); u[1] = 9; return [s, u];'),
      [Uint8Array.of(0, 9).buffer, Uint8Array.of(0, 9)],
    ],
    ['a DataView’s window', 'new DataView(new Uint8Array([1, 2, 3]).buffer, 1, 1)', Uint8Array.of(2).buffer],
    [
      'a detached buffer and its view',
      program('const b = new ArrayBuffer(4); const u = new Uint8Array(b); b.transfer(); return [b, u];'),
      [new ArrayBuffer(0), new Uint8Array(0)],
    ],
    ['boxed primitives', '[Object(1), Object("s"), Object(false), Object(5n)]', [1, 's', false, 5n]],
    [
      'a class instance, private fields and toJSON not asked',
      'new (class P { #secret = 1; x = 2; toJSON() { return "no" } get y() { return 3 } })()',
      { x: 2 },
    ],
    ['getters, run once', program('let n = 0; return { get a() { return ++n }, b: 5 };'), { a: 1, b: 5 }],
    ['arguments', '(function () { return arguments })(1, 2)', { 0: 1, 1: 2 }],
    [
      'an object that only inherits from a built-in',
      '[Object.create(Map.prototype), Object.create(Date.prototype), Object.create(Error.prototype)]',
      [{}, {}, {}],
    ],
    [
      'shared parts, repeated',
      program('const o = { x: [1] }; return { a: o, b: o, z: new Uint8Array([1]) };'),
      { a: { x: [1] }, b: { x: [1] }, z: Uint8Array.of(1) },
    ],
    [
      'keys that look special',
      '({ __nodetool_sandbox_bytes__: "AA==", toJSON: 1, then: 2 })',
      { __nodetool_sandbox_bytes__: 'AA==', toJSON: 1, then: 2 },
    ],
  ])('%s', (_name, expression, expected) => {
    expect(full(expression)).toStrictEqual(expected);
  });

  it('half floats', () => {
    const value = full('new Float16Array([1.5, -2, 65504])') as Float32Array;
    expect([...value]).toEqual([1.5, -2, 65504]);
    expect(ArrayBuffer.isView(full('new Float16Array([1, 2, 3]).subarray(1)'))).toBe(true);
  });

  it('errors', () => {
    const error = full(
      'Object.assign(new RangeError("far", { cause: [new TypeError("deep", { cause: /r/ })] }), { code: "E_FAR" })',
    ) as RangeError & { code: string };
    expect(error).toBeInstanceOf(RangeError);
    expect([error.message, error.code]).toEqual(['far', 'E_FAR']);
    const [inner] = error.cause as [TypeError];
    expect(inner).toBeInstanceOf(TypeError);
    expect(inner.cause).toStrictEqual(/r/);
    const own = full('new (class AppError extends Error { name = "AppError" })("mine")') as Error;
    expect([own.name, own.message, own instanceof Error]).toEqual(['AppError', 'mine', true]);
    const dom = full('new DOMException("gone", "AbortError")') as Error;
    expect([dom.name, dom.message]).toEqual(['AbortError', 'gone']);
    const stack = (full(program('function thrower() { return new Error("s") } return thrower();')) as Error).stack;
    expect(stack).toContain('thrower');
    expect(stack).not.toMatch(/node_modules|\.ts:/);
  });

  it('a proxy travels as what it presents, each trap once', () => {
    expect(full('new Proxy({ a: 1, b: 2 }, { get: (t, k) => "got " + String(k) })')).toEqual({
      a: 'got a',
      b: 'got b',
    });
    expect(full('new Proxy([1, 2, 3], { get: (t, k) => (k === "length" ? 2 : t[k] * 10) })')).toEqual([10, 20]);
    guest.evaluate('globalThis.reads = []');
    guest.pack('new Proxy({ a: 1 }, { get: (t, k) => (reads.push(k), t[k]) })', 0);
    expect(guest.evaluate('reads.join()')).toBe('a');
  });

  it('an exception of the program’s own accessor comes out as it is', () => {
    expect(thrown('({ get a() { throw new EvalError("mine") } })', 0)).toEqual({ name: 'EvalError', message: 'mine' });
  });

  it.each<[string, string, string, string]>([
    ['a function', '({ a: [1, () => 1] })', 'value.a[1]', 'function'],
    ['a symbol', '({ "odd key": Symbol("s") })', 'value["odd key"]', 'symbol'],
    ['a symbol in an array', '[Symbol("s")]', 'value[0]', 'symbol'],
    ['a symbol in a map', 'new Map([["k", Symbol("s")]])', 'value.values[0]', 'symbol'],
    ['a boxed symbol', '({ a: Object(Symbol("s")) })', 'value.a', 'symbol'],
    ['a WeakMap', '({ a: new WeakMap() })', 'value.a', 'weak'],
    ['a WeakSet', '({ a: new WeakSet() })', 'value.a', 'weak'],
    ['a WeakRef', '({ a: new WeakRef({}) })', 'value.a', 'weak'],
    ['a generator', '({ a: (function* () {})() })', 'value.a', 'generator'],
    ['an async generator', '({ a: (async function* () {})() })', 'value.a', 'generator'],
    ['an iterator', '({ a: [1].values() })', 'value.a', 'iterator'],
    ['an iterator helper', '({ a: [1].values().map((x) => x) })', 'value.a', 'iterator'],
    ['a cycle', program('const a = { b: [] }; a.b.push({ up: a }); return a;'), 'value.b[0].up', 'cycle'],
    [
      'a cycle through a map',
      program('const m = new Map(); m.set("k", [m]); return m;'),
      'value.values[0][0]',
      'cycle',
    ],
    ['a function as a map key', 'new Map([[() => 1, 1]])', 'value.keys[0]', 'function'],
    ['a function as a cause', 'new Error("e", { cause: { f() {} } })', 'value.cause.f', 'function'],
  ])('refuses %s and names the path', (_name, expression, path, what) => {
    const error = thrown(expression, 0);
    expect(error.name).toBe('TypeError');
    expect(error.message).toContain(`${path} `);
    expect(error.message).toContain(what);
    expect(error.code).toBeUndefined();
  });

  it('an array too long to be dense is a RangeError, at once', () => {
    const answer = guest.pack('({ a: new Proxy([], { get: (t, k) => (k === "length" ? 4294967295 : 0) }) })', 0);
    expect(answer).toMatchObject({ thrown: { name: 'RangeError', message: expect.stringContaining('value.a') } });
    expect(guest.pack(program('const a = []; a.length = 4294967295; return [a];'), 1)).toMatchObject({
      thrown: { name: 'RangeError' },
    });
  });

  it('promises and too deep nesting carry the code of their failure', () => {
    expect(thrown('({ a: [Promise.resolve(1)] })', 0)).toEqual({
      name: 'TypeError',
      code: 'UNSERIALIZABLE',
      message: expect.stringMatching(/^value\.a\[0\] is a promise that was not awaited/),
    });
    expect(thrown('[(async () => {})()]', 1)).toMatchObject({
      code: 'UNSERIALIZABLE',
      message: expect.stringContaining('value[0]'),
    });
    const nest = (levels: number): string =>
      program(`let v = 1; for (let i = 0; i < ${levels}; i++) v = i % 2 ? [v] : { x: v }; return v;`);
    for (const mode of [0, 1, 2] as const) {
      expect(guest.pack(nest(1000), mode)).toHaveProperty('value');
      expect(guest.take(nest(1000), mode)).toHaveProperty('value');
      expect(thrown(nest(1001), mode)).toMatchObject({
        code: 'UNSERIALIZABLE',
        message: expect.stringContaining('1000 levels'),
      });
    }
    const maps = program('let v = /x/; for (let i = 0; i < 1000; i++) v = new Map([["k", v]]); return v;');
    let at = (guest.pack(maps, 0) as { value: unknown }).value;
    for (let i = 0; i < 1000; i++) at = (at as Map<string, unknown>).get('k');
    expect(at).toStrictEqual(/x/);
  });
});

describe('output normal form out of the guest', () => {
  it('the vector of the contract', () => {
    const expression =
      '({ a: NaN, b: undefined, c: new Date(0), d: -0, e: 1n, f: new Map([["k", 1]]), g: new Set([1]), h: /a/g })';
    expect(normal(expression)).toStrictEqual({
      a: null,
      c: '1970-01-01T00:00:00.000Z',
      d: 0,
      e: '1',
      f: { k: 1 },
      g: [1],
      h: '/a/g',
    });
  });

  it.each<[string, string, unknown]>([
    ['undefined at top', 'undefined', null],
    ['a function at top', '() => 1', null],
    ['dropped properties', '({ a: undefined, b() {}, c: Symbol("s"), d: 1 })', { d: 1 }],
    ['nulled elements', '[undefined, () => 1, Symbol("s"), , 1]', [null, null, null, null, 1]],
    [
      'dates beside bytes',
      '({ d: new Date(0), i: new Date(NaN), b: new Uint8Array([1]) })',
      { d: '1970-01-01T00:00:00.000Z', i: null, b: Uint8Array.of(1) },
    ],
    [
      'maps',
      '[new Map([["a", undefined], ["b", 1n]]), new Map([[1, 2], ["x", undefined]]), new Map()]',
      [
        { b: '1' },
        [
          [1, 2],
          ['x', null],
        ],
        {},
      ],
    ],
    [
      'a map whose keys meet after conversion',
      'new Map([[{ toJSON: () => 1 }, "a"], [{ toJSON: () => 1 }, "b"]])',
      [
        [1, 'a'],
        [1, 'b'],
      ],
    ],
    ['sets', 'new Set([new Set([undefined]), -0])', [[null], 0]],
    [
      'errors',
      'new RangeError("m", { cause: new Error("c") })',
      { name: 'RangeError', message: 'm', cause: { name: 'Error', message: 'c' } },
    ],
    [
      'every kind of bytes',
      '[new Uint16Array([258]), new Uint8Array([1, 2, 3]).subarray(1), new ArrayBuffer(1), new DataView(new ArrayBuffer(3), 1, 1), new Float64Array(1)]',
      [Uint8Array.of(2, 1), Uint8Array.of(2, 3), new Uint8Array(1), new Uint8Array(1), new Uint8Array(8)],
    ],
    [
      'toJSON with its key',
      '({ a: { toJSON: (k) => "key " + k }, b: [{ toJSON: (k) => k }], c: { toJSON: () => undefined } })',
      { a: 'key a', b: ['0'] },
    ],
    [
      'toJSON of the top, once',
      '({ toJSON: () => ({ toJSON: 1, k: new Date(0) }) })',
      { toJSON: 1, k: '1970-01-01T00:00:00.000Z' },
    ],
    ['hidden toJSON', 'Object.defineProperty({ a: 1 }, "toJSON", { value: () => "hidden" })', 'hidden'],
    ['toJSON of an array', 'Object.assign([1], { toJSON: () => "list" })', 'list'],
    ['toJSON of a date', 'Object.assign(new Date(0), { toJSON: () => "date" })', 'date'],
    ['toJSON of bytes', 'Object.assign(new Uint8Array(1), { toJSON: () => "bytes" })', 'bytes'],
    ['toJSON of a map', 'Object.assign(new Map(), { toJSON: () => "map" })', 'map'],
    ['inherited toJSON', '[new (class Money { n = 5; toJSON() { return "5 €" } })()]', ['5 €']],
    ['toJSON of a nested field', '[{ a: { b: [new (class { toJSON() { return 1 } })()] } }]', [{ a: { b: [1] } }]],
    ['a class instance', 'new (class { #p = 1; x = 2 })()', { x: 2 }],
    ['boxed', '[Object(1), Object("s"), Object(true), Object(Symbol("s"))]', [1, 's', true, {}]],
    ['weak collections and iterators', '[new WeakMap(), [1].values(), (function* () {})()]', [{}, {}, {}]],
    ['numeric keys', '({ 0: 1, 1: 2 })', { 0: 1, 1: 2 }],
    ['own __proto__', `JSON.parse('{"__proto__":{"x":-0}}')`, JSON.parse('{"__proto__":{"x":0}}')],
    [
      'a proxy with a toJSON trap',
      'new Proxy({}, { get: (t, k) => (k === "toJSON" ? () => "trapped" : undefined) })',
      'trapped',
    ],
  ])('%s', (_name, expression, expected) => {
    expect(normal(expression)).toStrictEqual(expected);
  });

  it('a cyclic result is the text of the value; a cyclic emit is refused', () => {
    const cyclic = program('const o = { a: [] }; o.a.push(o); return o;');
    expect(guest.take(cyclic, 1)).toEqual({ value: '[object Object]' });
    expect(guest.take(program('const o = { toString: () => "me" }; o.o = o; return o;'), 1)).toEqual({ value: 'me' });
    // This engine's own join has no end for it.
    expect(guest.take(program('const a = [1]; a.push(a); return a;'), 1)).toEqual({ value: '[object Object]' });
    expect(guest.take(program('const o = Object.create(null); o.o = o; return o;'), 1)).toEqual({
      value: '[object Object]',
    });
    expect(thrown(cyclic, 2)).toMatchObject({
      name: 'TypeError',
      message: expect.stringContaining('value.a[0] contains a cycle'),
    });
  });
});

describe('looksRaw and scanRaw', () => {
  const rows =
    '[{ id: 1, name: "n", ok: true, none: null, at: new Date(0) }, { id: 2, name: "m", ok: false, none: null, at: new Date(1) }]';

  it('plain data needs no walk', () => {
    for (const mode of [0, 1, 2] as const) {
      for (const expression of [
        '1',
        'null',
        '"text"',
        '5n',
        '[1, [2]]',
        '({ a: { b: [] } })',
        rows,
        'new Uint8Array(3)',
        '[new Float64Array(2), new ArrayBuffer(1)]',
        'Object.create(null)',
        'new (class { x = 1 })()',
      ]) {
        expect([expression, guest.raw(expression, mode).looksRaw]).toEqual([expression, true]);
      }
    }
    expect(guest.raw('new Map([[new Set([1]), { a: 1 }]])', 0).looksRaw).toBe(true);
  });

  it.each<[string, string, (0 | 1 | 2)[]]>([
    ['a hole', '[1, , 2]', [0]],
    ['a symbol', '[Symbol("s")]', [0, 1, 2]],
    ['a symbol as property', '({ s: Symbol("s") })', [0, 1, 2]],
    ['a symbol in a map', 'new Map([[Symbol("s"), 1]])', [0, 1, 2]],
    ['a RegExp', '[/x/]', [0, 1, 2]],
    ['a part of a buffer', '[new Uint8Array(9).subarray(1)]', [0, 1, 2]],
    ['a collection in an output', '[new Map(), new Set()]', [1, 2]],
    ['a hidden toJSON', '[Object.defineProperty({}, "toJSON", { value: () => 1 })]', [1, 2]],
    ['an inherited toJSON', '({ a: new (class { toJSON() { return 1 } })() })', [1, 2]],
    ['a date with a toJSON of its own', '[Object.assign(new Date(0), { toJSON: () => 1 })]', [1, 2]],
    ['a cycle', program('const a = []; a.push({ a }); return a;'), [0, 1, 2]],
    ['a wide cycle', program('const a = []; a.push(a, a, a); return a;'), [0, 1, 2]],
  ])('%s is not raw', (_name, expression, modes) => {
    for (const mode of modes) expect([mode, guest.raw(expression, mode).looksRaw]).toEqual([mode, false]);
  });

  it('scanRaw tells from the bytes what needs a look', () => {
    const scan = (expression: string, mode: 0 | 1 | 2) => {
      const { bytes } = guest.raw(expression, mode);
      return bytes === undefined ? 'not written' : scanRaw(bytes, mode);
    };
    expect(scan(rows, 0)).toEqual({ verdict: 'raw' });
    expect(scan('"text"', 1)).toEqual({ verdict: 'raw' });
    expect(scan(rows, 1)).toEqual({ verdict: 'look', keys: ['at'], inArrays: true });
    expect(scan('({ name: { length: [1, 2] }, n: 1 })', 2)).toEqual({
      verdict: 'look',
      keys: ['name', 'length'],
      inArrays: false,
    });
    expect(scan('[1, 2, 3]', 1)).toEqual({ verdict: 'look', keys: [], inArrays: false });
    expect(scan('({ 5: [] })', 1)).toEqual({ verdict: 'look', keys: null, inArrays: false });
    expect(scan('Object.fromEntries(Array.from({ length: 99 }, (_, i) => ["k" + i, []]))', 1)).toMatchObject({
      verdict: 'look',
      keys: null,
    });
    expect(scan('[new Map([[{}, new Set([1])]]), Object(1), new Uint8Array(2)]', 0)).toEqual({ verdict: 'raw' });
    expect(scan(program('const o = {}; return [o, o];'), 0)).toEqual({ verdict: 'raw' });
    for (const expression of [
      '[1, , 2]',
      '[/x/]',
      '[Symbol("s")]',
      'new Uint8Array(4).subarray(1)',
      program('const a = []; a.push(a); return a;'),
      program('let v = 1; for (let i = 0; i < 1001; i++) v = [v]; return v;'),
    ]) {
      expect([expression, scan(expression, 0)]).toEqual([expression, { verdict: 'pack' }]);
    }
    for (const expression of ['new Map()', '[Object(1)]', '[[new Set()]]']) {
      expect([expression, scan(expression, 1)]).toEqual([expression, { verdict: 'pack' }]);
    }
    for (const expression of [
      '() => 1',
      'Promise.resolve()',
      'new Proxy({}, {})',
      'new Error("e")',
      '({ get a() { return 1 } })',
      '[1].values()',
    ]) {
      expect([expression, scan(expression, 0)]).toEqual([expression, 'not written']);
    }
  });

  it('a look with the hints of the scan finds every toJSON', () => {
    const looks = (expression: string): boolean => {
      const { bytes } = guest.raw(expression, 1);
      const judged = scanRaw(bytes ?? new Uint8Array(0), 1);
      if (judged.verdict !== 'look') throw new Error(judged.verdict);
      return guest.raw(expression, 1, judged.keys, judged.inArrays).looksRaw;
    };
    guest.evaluate('globalThis.Money = class { n = 5; toJSON() { return "m" } }; undefined');
    for (const expression of [
      'new Money()',
      '[new Money()]',
      '({ a: new Money() })',
      '[{ a: 1, b: [[new Money()]] }]',
      '({ 7: new Money() })',
      'Object.assign([1], { toJSON: () => 1 })',
      '[{}, { x: Object.assign(new Date(0), { toJSON: () => 1 }) }]',
      '({ name: { a: new Money() } })',
    ]) {
      expect([expression, looks(expression)]).toEqual([expression, false]);
    }
    for (const expression of [rows, '[{ a: { b: [1] } }]', '({ 7: [] })', '[1, 2]'])
      expect([expression, looks(expression)]).toEqual([expression, true]);
  });
});

describe('a tampered realm changes nothing', () => {
  let tampered: GuestHarness;
  beforeEach(async () => {
    tampered = await startGuest();
    // Everything is listed first and then changed: the script itself must live on what it breaks.
    tampered.evaluate(`(() => {
      const { defineProperty, ownKeys } = Reflect;
      const evil = () => { throw 'program code ran inside the codec' };
      const jobs = [];
      const add = (target, key, descriptor) => { jobs.push([target, key, { configurable: true, ...descriptor }]); };
      const TypedArray = Object.getPrototypeOf(Uint8Array);
      const classes = [Array, Map, Set, Date, RegExp, String, Number, Boolean, BigInt, Symbol, Object, Function, TypedArray,
        Uint8Array, Promise, ArrayBuffer, SharedArrayBuffer, DataView, WeakMap, WeakSet, Error, Iterator];
      for (const type of classes) {
        for (const key of ownKeys(type.prototype)) {
          const own = Object.getOwnPropertyDescriptor(type.prototype, key);
          if (!own.configurable || key === 'constructor') continue;
          if (typeof own.value === 'function') add(type.prototype, key, { value: evil });
          else if (own.get) add(type.prototype, key, { get: evil });
        }
        for (const key of ownKeys(type)) if (typeof type[key] === 'function' && key !== 'prototype') add(type, key, { value: evil });
      }
      for (const type of [Reflect, JSON, Math]) for (const key of ownKeys(type)) if (typeof type[key] === 'function') add(type, key, { value: evil });
      for (const key of ['kind', 'source', 'target', 'index', 'parent', 'holes', 'depth', 'cause', 'name', 'message', 'code', 'stack', 'k', 'x', 'a', 'get', 'set', 'value', 'writable', 'enumerable', 'length']) {
        if (key !== 'length') add(Object.prototype, key, { set: evil, get: () => undefined });
      }
      for (let i = 0; i < 20; i++) { add(Array.prototype, i, { set: evil, get: evil }); add(Object.prototype, i, { set: evil, get: evil }); }
      for (const type of classes) add(globalThis, 'Old' + type.name, { value: type });
      for (const type of classes) if (type !== Object && type !== Function) add(globalThis, type.name, { value: evil });
      // Defining with a descriptor that inherits would meet what was planted before.
      for (const job of jobs) Object.setPrototypeOf(job[2], null);
      for (let i = 0; i < jobs.length; i++) { const job = jobs[i]; try { defineProperty(job[0], job[1], job[2]); } catch {} }
    })()`);
  });

  const value = {
    list: Object.assign([1, { k: 'v' }], { 3: [/r/gi] }),
    map: new Map<unknown, unknown>([
      ['k', [/m/]],
      [{ x: 1 }, 2],
    ]),
    set: new Set<unknown>([{ x: 1 }, /s/]),
    plainMap: new Map([['k', 1]]),
    error: new RangeError('m', { cause: { x: /c/ } }),
    date: new Date(5),
    bytes: Uint8Array.of(1, 2),
    name: 'n',
    message: 'm',
    index: 1,
    value: 2,
    x: 3,
    5: 'five',
  };

  it('brings values in and takes them out whole', () => {
    tampered.give('v', encodeEnvelope(value));
    for (const answer of [tampered.pack('v', 0), tampered.take('v', 0)]) {
      expect(answer).toEqual({ value });
      expect(Object.keys((answer as { value: typeof value }).value.list)).toEqual(['0', '1', '3']);
    }
  });

  it('gives the same normal form', () => {
    const expected = toNormalForm(value);
    tampered.give('v', encodeEnvelope(value));
    for (const mode of [1, 2] as const) {
      for (const answer of [tampered.pack('v', mode), tampered.take('v', mode)]) {
        expect(toNormalForm((answer as { value: unknown }).value)).toEqual(expected);
      }
    }
  });

  it('copies parts of buffers and names paths', () => {
    tampered.give('v', encodeEnvelope({ b: new Uint8Array(9) }));
    expect(tampered.pack('[new OldUint8Array(v.b.constructor === OldUint8Array ? 4 : 0)]', 0)).toEqual({
      value: [new Uint8Array(4)],
    });
    expect(tampered.pack('[new OldDate(5), new OldArrayBuffer(3)]', 0)).toEqual({
      value: [new Date(5), new ArrayBuffer(3)],
    });
    expect(tampered.pack('({ a: [() => 1] })', 0)).toMatchObject({
      thrown: { message: expect.stringContaining('value.a[0]') },
    });
  });
});

it('an answer decoded on the host never reaches prototypes', () => {
  const value = decodeEnvelope(
    encodeEnvelope(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
});
