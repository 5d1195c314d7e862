import { beforeAll, describe, expect, it } from 'vitest';
import { CodecError, type EncodeOptions, encodeEnvelope } from './encode.js';
import { type GuestHarness, startGuest } from './testing/engine-harness.js';

let guest: GuestHarness;
beforeAll(async () => {
  guest = await startGuest();
});

/** Brings a value in as `v` and evaluates a program there. */
function inGuest(value: unknown, program: string, options?: EncodeOptions): unknown {
  guest.give('v', encodeEnvelope(value, options));
  return guest.evaluate(program);
}

function refusal(value: unknown, options?: EncodeOptions): { code: string; message: string; path: unknown } {
  try {
    encodeEnvelope(value, options);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { code: error.code, message: error.message, path: error.path };
  }
  throw new Error('the value was accepted');
}

describe('bytes of the engine’s format', () => {
  // Hand-made from the format: version 23, atoms, then the list of one value.
  it.each<[string, unknown, number[]]>([
    ['null', null, [23, 0, 9, 1, 1]],
    ['-1', -1, [23, 0, 9, 1, 5, 1]],
    ['300', 300, [23, 0, 9, 1, 5, 0xd8, 0x04]],
    ['-0', -0, [23, 0, 9, 1, 6, 0, 0, 0, 0, 0, 0, 0, 0x80]],
    ['Latin-1 text', 'é', [23, 0, 9, 1, 7, 2, 0xe9]],
    ['wide text', 'Ā', [23, 0, 9, 1, 7, 3, 0, 1]],
    ['object', { ab: true }, [23, 1, 1, 4, 0x61, 0x62, 9, 1, 8, 1, 2, 4]],
    ['array index as key', { 5: false }, [23, 0, 9, 1, 8, 1, 11, 3]],
    ['bigint 0', 0n, [23, 0, 9, 1, 10, 0]],
    ['bigint -1', -1n, [23, 0, 9, 1, 10, 1, 0xff]],
    ['bigint 128', 128n, [23, 0, 9, 1, 10, 2, 0x80, 0]],
    ['bigint -128', -128n, [23, 0, 9, 1, 10, 1, 0x80]],
    ['bytes', Uint8Array.of(7), [23, 0, 9, 1, 14, 2, 1, 0, 15, 1, 255, 255, 255, 255, 15, 7]],
  ])('%s', (_name, value, bytes) => {
    expect([...encodeEnvelope(value)]).toEqual(bytes);
  });
});

/** Set subtraction: this host has it, the engine does not. A literal would need a newer compile target. */
const hostOnlyPattern = Reflect.construct(RegExp, ['[\\p{L}--[a-z]]', 'v']) as RegExp;

describe('full fidelity, as the guest sees it', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'v === null'],
    ['true', true, 'v === true'],
    ['a number', 1.5, 'v === 1.5'],
    [
      'int32 bounds',
      [2147483647, -2147483648, 2147483648],
      'v[0] === 2147483647 && v[1] === -2147483648 && v[2] === 2147483648',
    ],
    ['-0', -0, 'Object.is(v, -0)'],
    [
      'NaN and infinities',
      [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      'Number.isNaN(v[0]) && v[1] === Infinity && v[2] === -Infinity',
    ],
    ['undefined at top', undefined, 'v === undefined'],
    [
      'undefined as property and element',
      { a: undefined, b: [undefined] },
      '"a" in v && v.a === undefined && 0 in v.b',
    ],
    ['a bigint', [2n ** 64n, -(2n ** 70n)], 'v[0] === 2n ** 64n && v[1] === -(2n ** 70n)'],
    ['text with NUL and lone surrogates', 'a\u0000b\ud800', 'v === "a\\u0000b\\ud800" && v.length === 4'],
    [
      'long ASCII, Latin-1 and wide text',
      ['x'.repeat(99), 'é'.repeat(99), '€'.repeat(99)],
      'v[0] === "x".repeat(99) && v[1] === "é".repeat(99) && v[2] === "€".repeat(99)',
    ],
    [
      'keys in order, numeric keys first',
      { b: 1, a: 2, 7: 3, name: 4 },
      'Object.keys(v).join() === "7,b,a,name" && v[7] === 3',
    ],
    [
      'large numeric keys',
      { 1073741823: 1, 1073741824: 2, 1500000000: 3, 4294967295: 4, '01': 5 },
      'v[1073741823] === 1 && v[1073741824] === 2 && v[1500000000] === 3 && v[4294967295] === 4 && v["01"] === 5',
    ],
    [
      'own __proto__',
      JSON.parse('{"__proto__":{"x":1}}'),
      'Object.hasOwn(v, "__proto__") && v.__proto__.x === 1 && v.x === undefined && Object.getPrototypeOf(v) === Object.prototype',
    ],
    ['null prototype', Object.assign(Object.create(null), { a: 1 }), 'v.a === 1'],
    [
      'a getter, read once',
      (() => {
        let n = 0;
        return {
          get a() {
            return ++n;
          },
        };
      })(),
      'v.a === 1',
    ],
    ['symbol keys dropped', { [Symbol('s')]: 1, a: 2 }, 'Reflect.ownKeys(v).join() === "a"'],
    ['holes', Object.assign([], { 1: 1, 4: 2, length: 6 }), 'v.length === 6 && Object.keys(v).join() === "1,4"'],
    ['extra array properties dropped', Object.assign([1], { extra: 2 }), 'v.length === 1 && v.extra === undefined'],
    ['a date', new Date(86_400_000), 'v instanceof Date && v.getTime() === 86400000'],
    ['an invalid date', new Date(Number.NaN), 'v instanceof Date && Number.isNaN(v.getTime())'],
    [
      'a regular expression',
      (() => {
        const r = /a(b)/gi;
        r.lastIndex = 3;
        return r;
      })(),
      'v instanceof RegExp && v.source === "a(b)" && v.flags === "gi" && v.lastIndex === 0',
    ],
    ['a pattern the guest lacks', hostOnlyPattern, 'v.source === "[\\\\p{L}--[a-z]]" && v.flags === "v"'],
    [
      'a map',
      new Map<unknown, unknown>([
        ['k', 1],
        [2, 'x'],
      ]),
      'v instanceof Map && v.get("k") === 1 && v.get(2) === "x" && v.size === 2',
    ],
    [
      'a map of objects',
      new Map([[{ k: 1 }, { r: /x/y }]]),
      'v instanceof Map && [...v][0][0].k === 1 && [...v][0][1].r.sticky',
    ],
    ['a set', new Set([1, 'a']), 'v instanceof Set && v.has(1) && v.has("a")'],
    ['a set of objects', new Set([new Map([['m', [/y/]]])]), '[...v][0].get("m")[0].source === "y"'],
    [
      'an error',
      Object.assign(new RangeError('far', { cause: new Error('deep') }), { code: 'E_FAR' }),
      'v instanceof RangeError && v.message === "far" && v.code === "E_FAR" && v.cause instanceof Error && v.cause.message === "deep" && !Object.keys(v).length',
    ],
    [
      'an error of another class',
      Object.assign(new Error('m'), { name: 'OddError' }),
      'v instanceof Error && v.name === "OddError" && !v.stack',
    ],
    [
      'an error with a map as cause',
      new TypeError('t', { cause: new Map([['k', [/z/]]]) }),
      'v.cause.get("k")[0].source === "z"',
    ],
    ['bytes', Uint8Array.of(1, 2, 3), 'v.constructor === Uint8Array && v.join() === "1,2,3"'],
    [
      'a subarray brings its own bytes only',
      Uint8Array.of(1, 2, 3, 4).subarray(1, 3),
      'v.join() === "2,3" && v.buffer.byteLength === 2',
    ],
    [
      'an unaligned-free wide view',
      new Float64Array([1, 2, 3]).subarray(1),
      'v.constructor === Float64Array && v.join() === "2,3"',
    ],
    ['a Buffer', Buffer.from('hi'), 'v.constructor === Uint8Array && v.join() === "104,105"'],
    ['an ArrayBuffer', Uint8Array.of(9).buffer, 'v.constructor === ArrayBuffer && v.byteLength === 1'],
    [
      'a DataView’s window',
      new DataView(Uint8Array.of(1, 2, 3).buffer, 1, 1),
      'v.constructor === ArrayBuffer && new Uint8Array(v).join() === "2"',
    ],
    [
      'boxed primitives',
      [Object(1), Object('s'), Object(true), Object(3n)],
      'v[0] === 1 && v[1] === "s" && v[2] === true && v[3] === 3n',
    ],
    [
      'a class instance, toJSON not asked',
      new (class Point {
        x = 1;
        toJSON() {
          return 'no';
        }
      })(),
      'v.x === 1 && Object.getPrototypeOf(v) === Object.prototype',
    ],
    ['a proxy', new Proxy({ a: 1 }, { get: (_t, key) => `got ${String(key)}` }), 'v.a === "got a"'],
    [
      'a shared part, repeated',
      (() => {
        const o = { x: 1 };
        return { a: o, b: o };
      })(),
      'v.a.x === 1 && v.b.x === 1 && v.a !== v.b',
    ],
  ])('%s', (_name, value, program) => {
    expect(inGuest(value, program)).toBe(true);
  });

  it.each([
    'Int8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float32Array',
    'Float64Array',
  ] as const)('a %s keeps its class', (name) => {
    expect(inGuest(new globalThis[name]([1, 2]), 'v.constructor.name + v.join()')).toBe(`${name}1,2`);
  });

  it('64-bit arrays keep their class', () => {
    expect(
      inGuest(
        [BigInt64Array.of(-1n), BigUint64Array.of(2n ** 63n)],
        'v[0].constructor.name + v[0][0] + v[1].constructor.name + v[1][0]',
      ),
    ).toBe('BigInt64Array-1BigUint64Array9223372036854775808');
  });

  it('takes every name the engine knows as a constant', () => {
    const names = ['name', 'length', 'constructor', 'prototype', 'toString', 'null', 'Map', ''];
    expect(inGuest(Object.fromEntries(names.map((name, i) => [name, i])), 'JSON.stringify(v)')).toBe(
      '{"name":0,"length":1,"constructor":2,"prototype":3,"toString":4,"null":5,"Map":6,"":7}',
    );
  });
});

describe('functions', () => {
  const functions = (seen: unknown[]) => (fn: unknown, path: unknown) => seen.push([fn, path]);

  it('become guest functions at the top and inside plain objects', () => {
    const seen: [() => void, unknown][] = [];
    const top = () => undefined;
    const inner = () => undefined;
    expect(
      inGuest({ top, deep: { er: { inner } }, n: 1 }, 'v.top() + "," + v.deep.er.inner() + "," + v.n', {
        functions: functions(seen),
      }),
    ).toBe('1,2,1');
    expect(seen).toEqual([
      [top, ['top']],
      [inner, ['deep', 'er', 'inner']],
    ]);
    expect(inGuest(top, 'typeof v', { functions: () => 9 })).toBe('function');
  });

  it('are refused in arrays, collections, errors, past 32 levels, and without a way to register them', () => {
    const accept = { functions: () => 1 };
    const fn = () => undefined;
    for (const value of [
      [fn],
      { a: [{ fn }] },
      new Map([['k', fn]]),
      new Set([fn]),
      new Error('e', { cause: fn }),
      { m: new Map([[{}, { fn }]]) },
    ]) {
      expect(refusal(value, accept)).toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining('is a function'),
      });
    }
    const nest = (levels: number): unknown => (levels === 0 ? fn : { a: nest(levels - 1) });
    expect(encodeEnvelope(nest(32), accept)).toBeInstanceOf(Uint8Array);
    expect(refusal(nest(33), accept).code).toBe('unsupported');
    expect(refusal({ a: { fn } })).toEqual({
      code: 'unsupported',
      path: ['a', 'fn'],
      message: expect.stringContaining('value.a.fn is a function'),
    });
  });
});

describe('what cannot enter', () => {
  it.each<[string, unknown, string, unknown[]]>([
    ['a symbol', { a: [Symbol('s')] }, 'unsupported', ['a', 0]],
    ['a boxed symbol', [Object(Symbol('s'))], 'unsupported', [0]],
    ['a WeakMap', [new WeakMap()], 'unsupported', [0]],
    ['a WeakSet', [new WeakSet()], 'unsupported', [0]],
    ['a WeakRef', [new WeakRef({})], 'unsupported', [0]],
    ['a generator', [(function* () {})()], 'unsupported', [0]],
    ['an async generator', [(async function* () {})()], 'unsupported', [0]],
    ['an iterator', { a: [1].values() }, 'unsupported', ['a']],
    ['a map iterator', { a: new Map().keys() }, 'unsupported', ['a']],
    ['a promise', { a: { b: Promise.resolve() } }, 'promise', ['a', 'b']],
  ])('%s', (_name, value, code, path) => {
    expect(refusal(value)).toMatchObject({ code, path });
  });

  it('a cycle, with the path where it closes', () => {
    const cfg: Record<string, unknown> = { list: [] };
    (cfg['list'] as unknown[]).push({ up: cfg });
    expect(refusal(cfg, { what: 'cfg' })).toMatchObject({
      code: 'cycle',
      path: ['list', 0, 'up'],
      message: expect.stringMatching(/^cfg\.list\[0\]\.up contains a cycle/),
    });
    const map = new Map<unknown, unknown>();
    map.set('self', { map });
    expect(refusal(map).code).toBe('cycle');
    const late: Record<string, unknown> = {};
    let at = late;
    for (let i = 0; i < 200; i++) at = at['next'] = {};
    at['next'] = late;
    expect(refusal(late).code).toBe('cycle');
  });

  it('an array longer than can cross, without walking it', () => {
    const sparse: unknown[] = [];
    sparse.length = 4_294_967_295;
    expect(refusal({ sparse })).toMatchObject({ code: 'budget', path: ['sparse'] });
  });

  it('a graph that multiplies', () => {
    let node: unknown = 1;
    for (let i = 0; i < 60; i++) node = [node, node];
    expect(refusal(node, { maxValues: 100_000 }).code).toBe('budget');
  });
});

describe('depth', () => {
  const nest = (levels: number, leaf: unknown): unknown => {
    let value = leaf;
    for (let i = 0; i < levels; i++) value = i % 3 === 0 ? [value] : { x: value };
    return value;
  };
  const levelsInGuest = `(() => { let n = 0, at = v; while (typeof at === 'object') { at = Array.isArray(at) ? at[0] : at.x; n++; } return n + ':' + at; })()`;

  it('1000 levels arrive in a guest with a small stack', () => {
    for (const levels of [1, 24, 25, 48, 49, 999, 1000]) {
      expect(inGuest(nest(levels, 'leaf'), levelsInGuest)).toBe(`${levels}:leaf`);
    }
  });

  it('1001 levels do not', () => {
    expect(refusal(nest(1001, 1))).toMatchObject({ code: 'depth', message: expect.stringContaining('1000 levels') });
    expect(refusal(nest(33, 1), { maxDepth: 32 }).code).toBe('depth');
  });

  it('special values below the levels the engine reads at once are put in place', () => {
    const value = nest(100, new Map([['k', { e: new Error('deep', { cause: nest(60, /r/) }), f: [1] }]]));
    const program = `(() => {
      let at = v; while (!(at instanceof Map)) at = Array.isArray(at) ? at[0] : at.x;
      let cause = at.get('k').e.cause; while (!(cause instanceof RegExp)) cause = Array.isArray(cause) ? cause[0] : cause.x;
      return at.get('k').e.message + cause.source + at.get('k').f.length;
    })()`;
    expect(inGuest(value, program)).toBe('deepr1');
  });

  it('many deep branches at once', () => {
    const value = Array.from({ length: 200 }, (_, i) => nest(40, { i }));
    expect(
      inGuest(
        value,
        `v.every((at, i) => { while (!('i' in at)) at = Array.isArray(at) ? at[0] : at.x; return at.i === i; })`,
      ),
    ).toBe(true);
  });
});
