/** Values and functions a caller injects, and what comes back in them. */
import { nodeOnly, type Row, type RowOptions } from '../row.js';

const CLASSES = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;

const withGlobals = (globals: Record<string, unknown>) => (): RowOptions => ({ globals });
const call = (name: string, globals: () => Record<string, unknown>, code: string, result: unknown): Row => ({
  name,
  rules: ['host functions'],
  code,
  options: () => ({ globals: globals() }),
  expected: { result },
});

/** Runs the program on `state` and shows what the caller's own object holds afterwards. */
function syncBack(name: string, state: () => object, code: string, after: unknown, extra: Partial<Row> = {}): Row {
  return {
    name,
    rules: ['sync-back'],
    code,
    options: () => ({ globals: { state: state() }, timeoutMs: 2000 }),
    expected: { result: null },
    observe: (_outcome, options) => options.globals?.state,
    observed: after,
    ...extra,
  };
}

export const globalRows: Row[] = [
  {
    name: 'hands every kind of value in',
    rules: ['globals'],
    code: `return [
      Number.isNaN(v.n), 'u' in v && v.u === undefined, v.i === -Infinity, v.d instanceof Date && v.d.getTime() === 0,
      Object.is(v.z, -0), v.b === 2n ** 70n, v.m instanceof Map && v.m.get('k') === 1, v.s instanceof Set && v.s.has(1),
      v.r instanceof RegExp && v.r.source + v.r.flags, 1 in v.h, v.h.length, v.t === 'a\\u0000\\ud800',
      v.e instanceof TypeError && v.e.message, v.e.code, Object.getPrototypeOf(v) === Object.prototype,
    ]`,
    options: () => ({
      globals: {
        v: {
          n: NaN,
          u: undefined,
          i: -Infinity,
          d: new Date(0),
          z: -0,
          b: 2n ** 70n,
          m: new Map([['k', 1]]),
          s: new Set([1]),
          r: /a/gi,
          // biome-ignore lint/suspicious/noSparseArray: a hole must stay one
          h: [1, , 3],
          t: 'a\u0000\ud800',
          e: Object.assign(new TypeError('bad'), { code: 'E_BAD' }),
        },
      },
    }),
    expected: {
      result: [true, true, true, true, true, true, true, true, 'agi', false, 3, true, 'bad', 'E_BAD', true],
    },
  },
  {
    name: 'keeps the class and the window of typed arrays',
    rules: ['globals'],
    code: 'return all.map((a) => [a.constructor.name, a.length, Number(a[0]), a.buffer.byteLength === a.byteLength])',
    options: withGlobals({
      all: [...CLASSES.map((C) => new C([9, 1, 2, 9]).subarray(1, 3)), BigInt64Array.of(1n, 2n)],
    }),
    expected: { result: [...CLASSES.map((C) => [C.name, 2, 1, true]), ['BigInt64Array', 2, 1, true]] },
  },
  {
    name: 'keeps an own __proto__ key and no other prototype',
    rules: ['globals'],
    code: `return [Object.keys(v), v.x === undefined, Object.getPrototypeOf(v) === Object.prototype, ({}).x === undefined]`,
    options: () => ({ globals: { v: JSON.parse('{"__proto__":{"x":1}}') } }),
    expected: { result: [['__proto__'], true, true, true] },
  },
  {
    name: 'hands a copy in',
    rules: ['globals'],
    code: 'return [a.list === b.list, a.list[0]]',
    options: () => {
      const list = [1];
      return { globals: { a: { list }, b: { list } } };
    },
    expected: { result: [false, 1] },
  },
  {
    name: 'takes own properties of an instance and ignores its toJSON',
    rules: ['globals'],
    code: 'return [v.x, typeof v.toJSON]',
    options: () => ({
      globals: {
        v: new (class {
          x = 1;
          toJSON() {
            return 'no';
          }
        })(),
      },
    }),
    expected: { result: [1, 'undefined'] },
  },
  {
    name: 'hands a Buffer in as a Uint8Array',
    rules: ['globals'],
    code: 'return [b.constructor.name, b.length, b[0]]',
    options: () => ({ globals: { b: Buffer.from('abc') } }),
    expected: { result: ['Uint8Array', 3, 97] },
    differs: nodeOnly('there is no `Buffer`'),
  },
  {
    name: 'ignores names a program could not use, with a warning each',
    rules: ['globals'],
    code: 'return [typeof JSON.parse, ok]',
    options: withGlobals({ JSON: 1, console: 2, class: 3, 'a-b': 4, __nodetoolX: 5, eval: 6, ok: 7 }),
    expected: { result: ['function', 7] },
    observe: ({ warnings = [] }) =>
      ['JSON', 'console', 'class', 'a-b', '__nodetoolX', 'eval', 'ok'].map((name) =>
        warnings.some((w) => w.includes(name)),
      ),
    observed: [true, true, true, true, true, true, false],
  },
  {
    name: 'refuses a cycle by name and runs nothing',
    rules: ['globals'],
    code: 'const x = {;',
    options: () => {
      const cfg: Record<string, unknown> = {};
      cfg.self = cfg;
      return { globals: { cfg } };
    },
    expected: { failure: 'GLOBALS', says: ['"cfg"', 'cycle'] },
  },
  {
    name: 'lets a program write a global binding',
    rules: ['globals'],
    code: 'n = n + 1; return n',
    options: withGlobals({ n: 1 }),
    expected: { result: 2 },
  },
  {
    name: 'does not let a global act as a limit',
    rules: ['globals'],
    code: `return 'x'.repeat(2000).length`,
    options: withGlobals({ maxOutputSize: 1, allowPrivateNetwork: true }),
    expected: { result: 2000 },
  },

  call('calls a host function', () => ({ add: (a: number, b: number) => a + b }), 'return await add(1, 2)', 3),
  call(
    'gives a promise for every call',
    () => ({ one: () => 1 }),
    'const p = one(); return [p instanceof Promise, await p]',
    [true, 1],
  ),
  call('awaits the host', () => ({ later: async (x: unknown) => ({ x }) }), 'return await later(5)', { x: 5 }),
  call(
    'finds functions inside plain objects',
    () => ({ api: { math: { twice: (x: number) => 2 * x }, version: 3 } }),
    'return [await api.math.twice(4), api.version]',
    [8, 3],
  ),
  call(
    'carries arguments and answers in full',
    () => ({ echo: (...args: unknown[]) => args }),
    `const [m, d, u, n, b, s] = await echo(new Map([[1, { a: new Set([2]) }]]), new Date(5), undefined, -0, 3n, '\\ud800');
     return [m.get(1).a.has(2), d.getTime(), u === undefined, Object.is(n, -0), b === 3n, s === '\\ud800']`,
    [true, 5, true, true, true, true],
  ),
  call(
    'carries bytes both ways',
    () => ({ sum: (arrays: Uint8Array[]) => arrays.reduce((total, bytes) => total + bytes.length, 0) }),
    'return await sum(Array.from({ length: 24 }, () => new Uint8Array(1 << 20)))',
    24 * 2 ** 20,
  ),
  call(
    'takes 16 MiB of bytes',
    () => ({ big: () => new Uint8Array(16 * 2 ** 20).fill(1) }),
    'return (await big()).length',
    16 * 2 ** 20,
  ),
  call(
    'rejects with the error of the host, and nothing more of it',
    () => ({
      fail: () => {
        throw Object.assign(new RangeError('too far'), { code: 'E_FAR', secret: 'no' });
      },
    }),
    `try { await fail() } catch (e) { return [e instanceof RangeError, e.name, e.message, e.code, e.secret, /\\.[tj]s/.test(String(e.stack))] }`,
    [true, 'RangeError', 'too far', 'E_FAR', null, false],
  ),
  call(
    'rejects with a name of the host that is no standard class',
    () => ({
      fail: async () => {
        throw Object.assign(new Error('gone'), { name: 'GoneError' });
      },
    }),
    `try { await fail() } catch (e) { return [e instanceof Error, e.name, e.message] }`,
    [true, 'GoneError', 'gone'],
  ),
  call(
    'treats an answer that looks like an error as data',
    () => ({ odd: () => ({ __nodetool_sandbox_error__: true, name: 'Error', message: 'no' }) }),
    'return await odd()',
    { __nodetool_sandbox_error__: true, name: 'Error', message: 'no' },
  ),
  call(
    'refuses arguments that cannot travel, by path',
    () => ({ take: () => 'taken' }),
    `const out = []; const o = {}; o.o = o;
     for (const bad of [{ f() {} }, { p: Promise.resolve() }, o, { s: Symbol('x') }, { w: new WeakMap() }]) {
       try { out.push(await take(bad)) } catch (e) { out.push([e instanceof TypeError, /\\b[fposw]\\b/.test(e.message)]) }
     }
     return out`,
    Array.from({ length: 5 }, () => [true, true]),
  ),
  call(
    'says that a promise was not awaited',
    () => ({ take: () => 'taken' }),
    `try { await take({ p: Promise.resolve() }) } catch (e) { return e.message.includes('await') }`,
    true,
  ),
  call(
    'rejects when the host answers with what cannot travel',
    () => ({
      cyclic: () => {
        const o: Record<string, unknown> = {};
        o.self = o;
        return o;
      },
      fn: () => ({ inner: () => 1 }),
    }),
    `const out = []; for (const f of [cyclic, fn]) { try { await f(); out.push('answered') } catch (e) { out.push(e instanceof Error) } } return out`,
    [true, true],
  ),
  call(
    'starts work when it is called, not when it is awaited',
    () => {
      const seen: string[] = [];
      return { note: (s: string) => seen.push(s), seen: () => [...seen] };
    },
    `const a = note('a'); const b = note('b'); const now = await seen(); await a; await b; return now`,
    ['a', 'b'],
  ),
  {
    name: 'holds the number of calls in a run',
    rules: ['limits'],
    code: 'for (let i = 0; i < 1100; i++) await nothing()',
    options: () => ({ globals: { nothing: () => undefined }, limits: { maxBridgeCalls: 1000 } }),
    expected: { failure: 'LIMIT', limit: 'maxBridgeCalls', says: ['1000'] },
  },
  {
    name: 'works on no more calls at a time than allowed, and on all in the end',
    rules: ['limits'],
    code: 'return (await Promise.all(Array.from({ length: 20 }, () => work()))).length',
    options: () => {
      let active = 0;
      let peak = 0;
      const work = async () => {
        active++;
        peak = Math.max(peak, active);
        await new Promise((resolve) => setTimeout(resolve, 5));
        active--;
      };
      return { globals: { work, peak: () => peak }, limits: { maxInFlightBridgeCalls: 3 } };
    },
    expected: { result: 20 },
    observe: (_outcome, { globals = {} }) => (globals.peak as () => number)(),
    observed: 3,
  },

  syncBack(
    'writes changes back into the object it was given',
    () => ({ n: 1, list: [1, 2], gone: true }),
    'state.n++; state.list.push({ d: new Date(7) }); delete state.gone;',
    {
      n: 2,
      list: [1, 2, { d: new Date(7) }],
    },
  ),
  syncBack(
    'keeps every type on the way back',
    () => ({}),
    `Object.assign(state, { a: NaN, b: undefined, c: new Date(0), d: -0, e: 1n, f: new Map([['k', 1]]), g: new Set([1]) });`,
    {
      a: NaN,
      b: undefined,
      c: new Date(0),
      d: -0,
      e: 1n,
      f: new Map([['k', 1]]),
      g: new Set([1]),
    },
  ),
  syncBack('replaces the contents of an array', () => [1, 2, 3], 'state.length = 1; state[0] = 9;', [9]),
  syncBack(
    'writes back what a program did before it threw',
    () => ({ n: 1 }),
    `state.n = 2; throw new Error('after')`,
    { n: 2 },
    {
      expected: { failure: 'GUEST', error: 'after' },
    },
  ),
  syncBack(
    'writes nothing back after a timeout',
    () => ({ n: 1 }),
    'state.n = 2; for (;;);',
    { n: 1 },
    {
      options: () => ({ globals: { state: { n: 1 } }, timeoutMs: 200 }),
      expected: { failure: 'TIMEOUT' },
    },
  ),
  syncBack('leaves the object alone when the kind changed, and warns', () => ({ n: 1 }), 'state = [1];', { n: 1 }),
  syncBack('leaves the object alone when it cannot travel', () => ({ n: 1 }), 'state.self = state;', { n: 1 }),
  syncBack(
    'defines an own __proto__ key and changes no prototype',
    () => ({}),
    `Object.defineProperty(state, '__proto__', { value: { polluted: 1 }, enumerable: true, configurable: true, writable: true });`,
    JSON.parse('{"__proto__":{"polluted":1}}'),
  ),
];
