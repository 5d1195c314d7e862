/**
 * Values that a program gives to `console.log`, in a real guest.
 * @module
 */
import fc from 'fast-check';
import { bootGuest } from '../../../packages/sandbox-core/test/guest-realm.js';
import { asciiJson } from '../../../packages/sandbox-core/test/shared-data.js';
import { hostileKey, textValue } from '../generate/texts.js';
import { type FuzzTarget, mustEqual, subject } from '../target.js';

/** Values that share one crossing into the engine. */
const VALUES = 25;
/** Characters of one argument that are kept, and the mark after them. */
const MAX_CHARS = 20_000 + '\n...[truncated]'.length;

/** Data that JSON can say: then the text is that of JSON. */
const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    textValue.map((text) => text.slice(0, 500)),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(hostileKey, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;

/** Source text of values that fight back. */
const hostile = fc.letrec<{ source: string }>((tie) => {
  const inner = tie('source');
  const key = hostileKey.map((text) => `[${asciiJson(text)}]`);
  return {
    source: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'undefined',
        'null',
        'NaN',
        '-0',
        '1n',
        'Symbol("s")',
        'Symbol()',
        '() => 1',
        'function f() {}',
        'class A {}',
        'new Date(NaN)',
        'new Date(0)',
        '/x/g',
        'Object("s")',
        'Object(1n)',
        'Object(Symbol())',
        'new Proxy({}, { ownKeys() { throw 1 } })',
        'new Proxy([], { get() { throw new Error("no") } })',
        'new Proxy(function () {}, {})',
        'new Proxy({}, { getPrototypeOf() { throw 2 } })',
        'new Proxy({}, { get: (t, k) => k === "toJSON" ? undefined : new Proxy({}, {}) , ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) })',
        '(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()',
        '(() => { const r = Proxy.revocable([], {}); r.revoke(); return [r.proxy] })()',
        '(() => { const a = []; a.push(a); return a })()',
        '(() => { const m = new Map(); m.set(m, m); return m })()',
        '(() => { const s = new Set(); s.add([s]); return s })()',
        '(() => { const e = new Error("x"); e.cause = e; return e })()',
        '({ get a() { throw this } })',
        '({ get a() { return { get b() { throw 1 } } } })',
        '({ toJSON() { throw 1 } })',
        '({ toJSON() { return this } })',
        '({ toJSON: (k) => ({ toJSON: () => k }) })',
        '({ toString() { throw 1 }, valueOf() { throw 2 } })',
        'Object.defineProperty(() => 1, "name", { get() { throw 1 } })',
        'Object.assign(new Error("m"), { name: 5, message: {}, stack: [] })',
        'Object.defineProperty(new Error("m"), "stack", { get() { throw 1 } })',
        'Object.assign(new Error("m"), { stack: "x(\\n".repeat(1e4) })',
        'Array(1e5)',
        'Array(4294967295)',
        'Object.assign([], { length: 1e9 })',
        'new Uint8Array(1e5)',
        'new Float64Array(3)',
        'new BigInt64Array(2)',
        'new ArrayBuffer(8)',
        'new DataView(new ArrayBuffer(3))',
        '"x".repeat(30000)',
        '["x".repeat(30000)]',
        'Array(300).fill("y".repeat(200))',
        'new Map(Array.from({ length: 300 }, (_, i) => [i, i]))',
        'new WeakMap()',
        'Promise.resolve()',
        '(function* () {})()',
        'globalThis',
        'Object.create(null)',
        'new (class B extends Array {})(3)',
        'new (class C extends Map {})()',
        'Object.setPrototypeOf([], null)',
        'Object.create(Array.prototype)',
        'Object.create(Error.prototype)',
        '"\\ud800"',
        '["\\ud800"]',
      ),
      fc
        .array(fc.tuple(key, inner), { maxLength: 3 })
        .map((pairs) => `({ ${pairs.map(([name, value]) => `${name}: ${value}`).join(', ')} })`),
      fc.array(inner, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc
        .array(fc.tuple(inner, inner), { maxLength: 2 })
        .map((pairs) => `new Map([${pairs.map(([a, b]) => `[${a}, ${b}]`).join(', ')}])`),
      inner.map((value) => `new Set([${value}])`),
      inner.map((value) => `({ toJSON() { return ${value} } })`),
      inner.map((value) => `({ get x() { return ${value} } })`),
      inner.map((value) => `new Error("m", { cause: ${value} })`),
      fc
        .tuple(fc.integer({ min: 2, max: 3000 }), inner)
        .map(([depth, value]) => `((v) => { for (let i = 0; i < ${depth}; i++) v = [v]; return v })(${value})`),
    ),
  };
}).source;

/** It never throws, one line comes out, no longer than it may be; what JSON can say is said as JSON says it. */
export const consoleFormat: FuzzTarget = {
  name: 'console-format',
  open: async () => {
    let guest = await bootGuest();
    let checksLeft = 200;
    return subject({
      casesPerCheck: VALUES,
      cases: fc.tuple(
        fc.array(hostile, { minLength: VALUES - 10, maxLength: VALUES - 10 }),
        fc.array(plain, { minLength: 10, maxLength: 10 }),
      ),
      async check([sources, values]) {
        if (checksLeft-- <= 0) {
          guest.dispose();
          guest = await bootGuest();
          checksLeft = 200;
        }
        guest.logs.length = 0;
        const calls = [...sources, ...values.map((value) => `JSON.parse(${asciiJson(JSON.stringify(value))})`)].map(
          (source) => `{ let value; try { value = ${source}; } catch { value = 'not made'; } console.log(value); }`,
        );
        guest.run(`${calls.join('\n')}\nreturn 1;`);
        mustEqual(guest.logs.length, calls.length, 'lines');
        for (const line of guest.logs) {
          if (!line.startsWith('log: ') || line.length > 5 + MAX_CHARS)
            throw new Error(`a line of ${line.length} characters`);
        }
        values.forEach((value, index) => {
          const line = (guest.logs[sources.length + index] as string).slice(5);
          // The lines come out as C strings here: at the top neither NUL nor half a pair stays, inside both are escaped.
          const isWhole = typeof value !== 'string' || !/\0|\p{Surrogate}/u.test(value);
          if (isWhole && line.length < 20_000) mustEqual(line, jsonText(value), 'a value that JSON can say');
        });
      },
      close: () => guest.dispose(),
    });
  },
};

/** A text stands without quotes; `-0` is shown as `JSON.stringify` shows it. */
function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
