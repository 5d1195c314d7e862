/** Damaging built-ins before bridges are called: each bridge must still do what it says. */
import { createMemoryContext } from '@nodetool-ai/sandbox-core';
import { type Attack, returns } from '../attack.js';

const echo = () => ({ globals: { echo: (value: unknown) => value } });

/** Damage a program may do to its own built-ins before anything crosses. */
const DAMAGE: [string, string][] = [
  ['JSON.stringify', 'JSON.stringify = () => "\\"forged\\""'],
  ['JSON.parse', 'JSON.parse = () => "forged"'],
  ['Promise.prototype.then', 'Promise.prototype.then = function () { return "forged" }'],
  ['Promise', 'globalThis.Promise = function () { throw 1 }'],
  ['Array.prototype.push', 'Array.prototype.push = function () { throw new Error("forged") }'],
  ['Array.prototype.map', 'Array.prototype.map = () => ["forged"]'],
  ['Symbol.iterator', 'Array.prototype[Symbol.iterator] = function* () { yield "forged" }'],
  ['Object.defineProperty', 'Object.defineProperty = () => { throw new Error("forged") }'],
  ['Object.keys', 'Object.keys = () => ["forged"]'],
  ['Reflect.ownKeys', 'Reflect.ownKeys = () => ["forged"]; Reflect.apply = () => "forged"'],
  ['Map and Set', 'Map.prototype.get = Map.prototype.set = Set.prototype.has = () => { throw new Error("forged") }'],
  [
    'setters of Object.prototype',
    `for (const k of ['id', 'ok', 'path', 'args', 'kind', 'get', 'set', 'value', 'writable']) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw new Error('forged') }, get() { return 'forged' }, configurable: true })`,
  ],
  [
    'setters of Array.prototype',
    `for (const k of ['0', '1', '2']) Object.defineProperty(Array.prototype, k, { __proto__: null, set() { throw new Error('forged') }, get() { return 'forged' }, configurable: true })`,
  ],
  ['Function.prototype', 'const F = Object.getPrototypeOf(() => {}); F.call = F.apply = F.bind = () => "forged"'],
  [
    'typed arrays',
    'Object.getPrototypeOf(Uint8Array.prototype).set = Object.getPrototypeOf(Uint8Array.prototype).subarray = () => { throw new Error("forged") }',
  ],
];

/** More ways, for the bridges. */
const MORE: [string, string][] = [
  [
    'String.prototype',
    'for (const k of ["slice", "trim", "split", "indexOf", "toString", "charCodeAt", "toLowerCase", "replace"]) String.prototype[k] = () => { throw new Error("forged") }',
  ],
  ['Number and Math', 'globalThis.Number = Math.floor = Math.min = Math.max = Number.isFinite = () => NaN'],
  ['Error', 'globalThis.Error = globalThis.TypeError = globalThis.RangeError = function () { return "forged" }'],
  [
    'Error.prototype',
    'Error.prototype.toString = () => "forged"; Object.defineProperty(Error.prototype, "name", { get() { throw 1 } })',
  ],
  [
    'Symbol.species of everything',
    'for (const C of [Array, Promise, Map, Set, ArrayBuffer]) Object.defineProperty(C, Symbol.species, { value: null })',
  ],
  ['Date', 'globalThis.Date = { now: () => NaN }'],
  [
    'Uint8Array',
    'globalThis.Uint8Array = globalThis.ArrayBuffer = globalThis.DataView = function () { throw new Error("forged") }',
  ],
  [
    'URL and TextEncoder',
    'globalThis.URL = globalThis.TextEncoder = globalThis.TextDecoder = function () { throw new Error("forged") }',
  ],
  ['Symbol', 'globalThis.Symbol = () => "forged"'],
  ['WeakMap', 'WeakMap.prototype.get = WeakMap.prototype.set = WeakMap.prototype.has = () => "forged"'],
  [
    'Object',
    'Object.create = Object.freeze = Object.assign = Object.entries = Object.getPrototypeOf = Object.getOwnPropertyDescriptor = () => "forged"',
  ],
  ['Reflect', 'for (const k of Object.getOwnPropertyNames(Reflect)) Reflect[k] = () => { throw new Error("forged") }'],
  [
    'the bridges themselves',
    'for (const k of ["sleep", "crypto", "workspace", "emit"]) { try { globalThis[k].get = 1 } catch {} }',
  ],
];

/** One call of each bridge. The pieces were taken before the damage, so that the program itself still works. */
const TOUR = `const { digest, randomUUID } = crypto; const { read, write, writeBytes, readBytes } = workspace; const { bytes } = media; const { number } = format;
  const iso = 'x'; const data = new Uint8Array([1, 2, 3]); const log = console.log;`;
const VISIT = `log('line', { a: 1 }); await sleep(1); const u = await randomUUID(); const d = await digest('SHA-256', data); await write('f', 'text'); const t = await read('f');
  await writeBytes('b', data); const b = await readBytes('b'); const s = await getSecret('KEY'); const m = await bytes({ type: 'image', uri: 'data:image/png;base64,AQID' });
  const n = await number(1234.5); await emit('e', { a: 1 }); await output('o', 5); progress(50); const e = await echo([1, { b: 2 }]);
  return [u.length, d.length, t, b[2], s, m[1], n, e[1].b];`;

export const tampering: Attack[] = [
  ...DAMAGE.map(
    ([what, damage]): Attack => ({
      name: `damage ${what} before values cross`,
      code: `const value = { a: [1, { b: 2 }], d: new Date(0) }; ${damage}; return await echo(value)`,
      options: echo,
      repelled: returns({ a: [1, { b: 2 }], d: '1970-01-01T00:00:00.000Z' }),
    }),
  ),
  ...[...DAMAGE, ...MORE].map(
    ([what, damage]): Attack => ({
      name: `damage ${what} before bridges are called`,
      code: `${TOUR} ${damage};\n${VISIT}`,
      options: () => ({
        ...echo(),
        context: createMemoryContext({ secrets: { KEY: 'value' } }),
        timeoutMs: 10_000,
      }),
      repelled: returns([36, 32, 'text', 3, 'value', 2, '1,234.5', 2]),
    }),
  ),
  {
    name: 'take a frozen bridge apart',
    code: `const out = []; for (const o of [console, crypto, workspace, format, media, sleep, emit, output, fetch, getSecret]) out.push(Object.isFrozen(o), Reflect.set(o, 'x', 1)); return [out.filter((x) => x === false).length, out.length]`,
    repelled: ({ result }) => returnsHalf(result),
  },
];

/** Each is frozen, and takes no property. */
function returnsHalf(result: unknown): void {
  const [refused, all] = result as [number, number];
  if (refused * 2 !== all) throw new Error(`${refused} of ${all} checks failed to hold`);
}
