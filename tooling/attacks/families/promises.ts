/** Misleading whoever waits: thenables, subclasses, species and brands that lie. */
import { expect } from 'vitest';
import { type Attack, fails, returns } from '../attack.js';

const echo = () => ({ globals: { echo: async (value: unknown) => value } });

/** Answers `true` when the value of the attempt crosses as what it is. */
const crosses = (name: string, code: string, expected: unknown): Attack => ({
  name,
  code,
  options: () => ({ ...echo(), timeoutMs: 20_000 }),
  repelled: returns(expected),
});

export const promises: Attack[] = [
  crosses(
    'end a run with the then of Object.prototype',
    `Object.prototype.then = function (resolve) { resolve('forged') }; return 1`,
    1,
  ),
  crosses(
    'answer a bridge with the then of Object.prototype',
    `Object.defineProperty(Object.prototype, 'then', { get() { return (resolve) => resolve('forged') }, configurable: true }); const r = await crypto.randomUUID(); delete Object.prototype.then; return typeof r`,
    'string',
  ),
  crosses('replace Promise.prototype.then', `Promise.prototype.then = () => 'forged'; return (await echo([1]))[0]`, 1),
  crosses(
    'replace the constructor of promises',
    `Promise.prototype.constructor = class { constructor() { throw new Error('forged') } }; return (await echo([1]))[0]`,
    1,
  ),
  crosses(
    'replace the species of promises',
    `Object.defineProperty(Promise, Symbol.species, { value: function () { throw new Error('forged') } }); const p = echo([1]); return (await p)[0]`,
    1,
  ),
  crosses('replace Promise itself', `globalThis.Promise = undefined; return (await echo([1]))[0]`, 1),
  crosses(
    'replace Promise.resolve',
    `Promise.resolve = Promise.reject = () => 'forged'; return (await echo([1]))[0]`,
    1,
  ),
  crosses(
    'catch the promise of a bridge in a subclass',
    `const p = echo(1); Object.setPrototypeOf(p, class extends Promise { then() { throw new Error('forged') } }.prototype); try { return await p } catch (e) { return e.message }`,
    'forged',
  ),
  crosses(
    'settle a promise of a bridge twice',
    `let n = 0; const p = echo(1); p.then(() => n++); p.then(() => n++, () => n++); await p; await null; return n`,
    2,
  ),
  crosses(
    'hand a thenable over as an argument',
    `const t = { a: 1, then(resolve) { resolve('forged') } }; try { const r = await echo({ t }); return r.t } catch (e) { return e.message }`,
    'arguments[0].t.then is a function and cannot cross the sandbox boundary',
  ),
  crosses(
    'hand a promise over as an argument',
    `try { await echo([Promise.resolve(1)]); return 'passed' } catch (e) { return e instanceof Error ? 'refused' : 'odd' }`,
    'refused',
  ),
  crosses(
    'return a promise inside of the result',
    `try { await emit('x', [Promise.resolve(1)]); return 'passed' } catch (e) { return e instanceof Error ? 'refused' : 'odd' }`,
    'refused',
  ),
  crosses('return a thenable that answers', `return { then(resolve) { resolve('answered') } }`, 'answered'),
  {
    name: 'return a thenable that never answers',
    code: 'return { then() {} }',
    options: () => ({ timeoutMs: 300 }),
    repelled: fails('TIMEOUT'),
  },
  {
    name: 'return a promise inside of an object',
    code: 'return { p: new Promise(() => {}) }',
    repelled: fails('UNSERIALIZABLE'),
  },
  {
    name: 'return a thenable whose getter throws',
    code: `return { get then() { throw new Error('trap') } }`,
    repelled: fails('GUEST'),
  },
  {
    name: 'answer with itself',
    code: 'let resolve; const p = new Promise((r) => { resolve = r }); resolve(p); await p',
    repelled: fails('GUEST', 'TIMEOUT'),
  },
  {
    name: 'answer with thenables without end',
    code: 'const next = () => ({ then(resolve) { resolve(next()) } }); await next()',
    options: () => ({ timeoutMs: 300 }),
    repelled: fails('TIMEOUT'),
  },
  {
    name: 'wait for thenables that never settle, a hundred thousand times',
    code: `const all = []; for (let i = 0; i < 1e5; i++) all.push((async () => { await { then() {} } })()); await Promise.race(all)`,
    options: () => ({ timeoutMs: 1500 }),
    repelled: fails('TIMEOUT', 'MEMORY'),
  },
  crosses(
    'leave a hundred thousand rejections to nobody',
    `for (let i = 0; i < 1e5; i++) Promise.reject(new Error('x')); await null; return 'alive'`,
    'alive',
  ),
  crosses(
    'reject with what cannot be read',
    `Promise.reject(new Proxy({}, { get() { throw 1 } })); Promise.reject(undefined); await null; return 'alive'`,
    'alive',
  ),
  {
    name: 'throw a thenable',
    code: 'throw { then(resolve) { resolve(1) }, message: "kept" }',
    repelled: fails('GUEST'),
  },
  crosses(
    'forge the kind of a value by Symbol.toStringTag',
    `const r = await echo({ [Symbol.toStringTag]: 'Map', a: 1, __proto__: { [Symbol.toStringTag]: 'Date' } }); return r.a`,
    1,
  ),
  crosses(
    'forge the kind of a value by its prototype',
    `const r = await echo([{ __proto__: Map.prototype, a: 1 }, { __proto__: Date.prototype, a: 2 }, { __proto__: Uint8Array.prototype, a: 3 }].map((x) => { Object.setPrototypeOf(x, Object.prototype); return x })); return r.map((x) => x.a)`,
    [1, 2, 3],
  ),
  crosses(
    'pass an object off as a Map whose methods are its own',
    `const m = Object.create(Map.prototype); m.a = 1; const r = await echo(m); return [r instanceof Map, r.a]`,
    [false, 1],
  ),
  crosses(
    'lie about instances with Symbol.hasInstance',
    `for (const C of [Map, Set, Date, Error, Promise, Uint8Array, ArrayBuffer, RegExp]) Object.defineProperty(C, Symbol.hasInstance, { value: () => true }); return (await echo({ a: 1 })).a`,
    1,
  ),
  crosses(
    'lie about arrays with a species',
    `class L extends Array { static get [Symbol.species]() { return function () { return 'forged' } } } const r = await echo(L.from([1, 2])); return [Array.isArray(r), r.length]`,
    [true, 2],
  ),
  crosses(
    'lie about buffers with a species',
    `class B extends Uint8Array { static get [Symbol.species]() { return Array } get length() { return 1e9 } get byteLength() { return 1e9 } get buffer() { return new ArrayBuffer(1e6) } } const r = await echo(new B([1, 2, 3])); return [...r]`,
    [1, 2, 3],
  ),
  crosses(
    'lie about a date with Symbol.toPrimitive',
    `const d = new Date(0); Object.defineProperty(d, Symbol.toPrimitive, { value: () => 'forged' }); d.valueOf = d.getTime = d.toISOString = () => { throw new Error('forged') }; return (await echo(d)).getTime()`,
    0,
  ),
  crosses(
    'change a collection while it is read',
    `const m = new Map([[{ get a() { m.clear(); return 1 } }, 1], ['b', 2]]); const r = await echo(m); return [...r]`,
    [
      [{ a: 1 }, 1],
      ['b', 2],
    ],
  ),
  {
    name: 'keep a run alive by an iterator that never ends',
    code: `const it = { [Symbol.asyncIterator]() { return this }, next: () => new Promise(() => {}), return: () => new Promise(() => {}) }; for await (const x of it);`,
    options: () => ({ timeoutMs: 300 }),
    repelled: fails('TIMEOUT'),
  },
  {
    name: 'run code when the run is over, by a finaliser',
    code: 'const r = new FinalizationRegistry(() => { for (;;); }); for (let i = 0; i < 1000; i++) r.register({}, i); return 1',
    options: () => ({ timeoutMs: 300 }),
    // It belongs to the run, and ends with it.
    repelled: (outcome) => expect([1, 'TIMEOUT']).toContain(outcome.result ?? outcome.errorInfo?.code),
  },
];
