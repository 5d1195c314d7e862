import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

/** What `console.log` writes for the arguments that the expression lists. */
function logged(args: string): string {
  const before = guest.logs.length;
  expect(guest.run(`return console.log(${args}) === undefined;`)).toBe(true);
  expect(guest.logs).toHaveLength(before + 1);
  return (guest.logs[before] as string).slice('log: '.length);
}

describe('console', () => {
  it.each([
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['"as is \\n <b>"', 'as is \n <b>'],
    ['1, 2.5, NaN, -Infinity, true', '1 2.5 NaN -Infinity true'],
    ['12345678901234567890n', '12345678901234567890n'],
    ['Symbol("mark")', 'Symbol(mark)'],
    ['function add() {}', '[Function add]'],
    ['async () => {}', '[Function anonymous]'],
    ['class Point {}', '[Function Point]'],
    ['{ a: 1, b: [true, null] }', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
    ['{}, []', '{} []'],
    ['{ skip: undefined, f() {}, s: Symbol(), kept: 1 }', '{\n  "kept": 1\n}'],
    ['[undefined, () => {}]', '[\n  null,\n  null\n]'],
    [
      '{ n: NaN, d: new Date(0), q: "a\\"b" }',
      '{\n  "n": null,\n  "d": "1970-01-01T00:00:00.000Z",\n  "q": "a\\"b"\n}',
    ],
    ['{ toJSON() { return { short: 1 }; } }', '{\n  "short": 1\n}'],
    ['new (class { x = 1; get y() { return 2; } })', '{\n  "x": 1\n}'],
    ['new Date(0), new Date(NaN)', '1970-01-01T00:00:00.000Z Invalid Date'],
    ['/a+/gi', '/a+/gi'],
    ['new Map([["k", 1], [{ a: 1 }, [2]]])', 'Map(2) { "k" => 1, { "a": 1 } => [2] }'],
    ['new Set(["a", 2n, null])', 'Set(3) { "a", 2n, null }'],
    ['new Map(), new Set()', 'Map(0) {} Set(0) {}'],
    ['new Uint8Array([1, 2])', 'Uint8Array(2) [1, 2]'],
    ['new Float64Array(20)', `Float64Array(20) [${Array(16).fill('0').join(', ')}, ... 4 more]`],
    ['new BigInt64Array(1)', 'BigInt64Array(1) [0n]'],
    ['new ArrayBuffer(8)', 'ArrayBuffer(8)'],
    ['{ m: new Map([[1, 2]]), u: new Uint8Array(2) }', '{\n  "m": Map(1) { 1 => 2 },\n  "u": Uint8Array(2) [0, 0]\n}'],
    ['[new Number(1), new String("s"), new Boolean(false)]', '[\n  1,\n  "s",\n  false\n]'],
    ['"a", { b: 1 }, 3', 'a {\n  "b": 1\n} 3'],
    ['', ''],
  ])('formats %s', (args, text) => {
    expect(logged(args)).toBe(text);
  });

  it('agrees with JSON.stringify on plain data', () => {
    const data = '{ s: "é\\u0000\\ud800", n: [0, -0, 1e21, 1e-7], o: { "": {}, "a b": [[]] }, t: [true, false, null] }';
    expect(logged(data)).toBe(guest.run(`return JSON.stringify(${data}, null, 2);`));
  });

  it('shows an error with its name, message and the frames of the program', () => {
    const text = logged('(() => { function inner() { return new TypeError("bad"); } return inner(); })()');
    expect(text).toMatch(/^TypeError: bad\n {4}at inner \(user-code:\d+:\d+\)/);
    expect(text.split('\n').length).toBeLessThanOrEqual(6);
    expect(text).not.toContain('native');
  });

  it('marks cycles and goes on', () => {
    expect(logged('(() => { const o = { a: 1 }; o.self = o; o.list = [o]; return o; })()')).toBe(
      '{\n  "a": 1,\n  "self": [Circular],\n  "list": [\n    [Circular]\n  ]\n}',
    );
    expect(logged('(() => { const m = new Map(); m.set("m", m); return m; })()')).toBe('Map(1) { "m" => [Circular] }');
  });

  it.each([
    '{ get x() { throw new Error("no"); }, y: 1 }',
    '{ toJSON() { throw 1; }, y: 1 }',
    'new Proxy({}, { ownKeys() { throw 1; }, getPrototypeOf() { throw 2; } })',
    'new Proxy([], { get() { throw 1; } })',
    'Object.create(null, { toString: { get() { throw 1; } } })',
    'Object.defineProperty(new Error("m"), "message", { get() { throw 1; } })',
    'Object.defineProperty(() => {}, "name", { get() { throw 1; } })',
    'Object.setPrototypeOf(new Date(0), { get toJSON() { throw 1; } })',
    'Proxy.revocable({}, {}).proxy',
    '(() => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; })()',
    '(() => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o; })()',
    '(() => { let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return new Set([o]); })()',
  ])('never throws: %s', (args) => {
    expect(typeof logged(args)).toBe('string');
  });

  it('shows the good parts of an object with a bad getter', () => {
    expect(logged('{ get x() { throw new Error("no"); }, y: 1 }')).toBe('{\n  "x": [Getter threw],\n  "y": 1\n}');
  });

  it('cuts an argument at 20 000 characters and says so', () => {
    const text = logged('"x".repeat(30000), "y"');
    expect(text).toBe(`${'x'.repeat(20_000)}\n...[truncated] y`);
    expect(logged('"x".repeat(20000)')).toBe('x'.repeat(20_000));
    expect(logged('"x".repeat(19999) + "\\u{1f600}"')).toBe(`${'x'.repeat(19_999)}\n...[truncated]`);
  });

  it.each([
    'Array.from({ length: 1e6 }, (_, i) => ({ i }))',
    'new Array(4294967295)',
    'Object.fromEntries(Array.from({ length: 2e5 }, (_, i) => ["k" + i, undefined]))',
    'new Set(Array.from({ length: 3e5 }, (_, i) => i))',
    'new Map([[1, "x".repeat(1e7)]])',
    '{ a: "x".repeat(1e7), b: ["y".repeat(1e7)] }',
    'new Proxy([], { get: (t, k) => (k === "length" ? 1e15 : 1) })',
    '(() => { let o = {}; for (let i = 0; i < 40; i++) o = { a: o, b: o }; return o; })()',
    '(() => { let o = []; for (let i = 0; i < 40; i++) o = [o, o]; return new Set([o]); })()',
  ])('does a bounded amount of work: %s', (args) => {
    expect(logged(args).length).toBeLessThanOrEqual(20_100);
  });

  it('bounds a whole line as well', () => {
    expect(logged('...Array.from({ length: 200 }, () => "z".repeat(2e4))').length).toBe(1_000_001);
  });

  it('names the level', () => {
    guest.run('console.info(1); console.warn(2); console.error(3); console.debug(4); console.log(5);');
    expect(guest.logs).toEqual(['info: 1', 'warn: 2', 'error: 3', 'debug: 4', 'log: 5']);
  });

  it('still works after a program has replaced what it could have used', () => {
    guest.run(`
      const { log } = console;
      const { defineProperty } = Object;
      const value = [{ a: [1, 'x'] }, new Map([[1, new Uint8Array(2)]]), new Set(), new Date(0), 1n];
      const broken = () => { throw new Error('tampered'); };
      const protos = [Array.prototype, String.prototype, Object.prototype, Map.prototype, Set.prototype, Date.prototype,
        RegExp.prototype, Object.getPrototypeOf(Uint8Array.prototype), Error.prototype, Symbol.prototype,
        Object.getPrototypeOf(new Map().entries()), Object.getPrototypeOf([][Symbol.iterator]())];
      const spots = protos.flatMap((proto) => Reflect.ownKeys(proto).map((key) => ({ proto, key })))
        .filter(({ key }) => !['constructor', '__proto__', 'toJSON'].includes(key));
      JSON.stringify = Object.keys = Reflect.apply = Array.isArray = broken;
      const descriptor = { __proto__: null, get: broken, set: broken, configurable: true };
      for (let i = 0; i < spots.length; i++) {
        try { defineProperty(spots[i].proto, spots[i].key, descriptor); } catch {}
      }
      log(value[0], value[1], value[2], value[3], value[4]);`);
    expect(guest.logs).toEqual([
      'log: {\n  "a": [\n    1,\n    "x"\n  ]\n} Map(1) { 1 => Uint8Array(2) [0, 0] } Set(0) {} 1970-01-01T00:00:00.000Z 1n',
    ]);
  });
});
