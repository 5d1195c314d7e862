/** Reaching the host's objects, or turning text into code. */
import { type Attack, returns } from '../attack.js';

/** Every road to a compiler of text; each must throw, and none may answer. */
const COMPILERS = [
  '(() => {}).constructor("return 1")',
  '(async () => {}).constructor("return 1")',
  '(function* () {}).constructor("yield 1")',
  '(async function* () {}).constructor("yield 1")',
  'Object.getPrototypeOf(async () => {}).constructor("return 1")',
  '[].map.constructor("return 1")',
  'Math.max.bind(null).constructor("return 1")',
  'console.log.constructor("return 1")',
  'sleep.constructor("return 1")',
  'URL.constructor("return 1")',
  '(class {}).constructor("return 1")',
  'Reflect.get(() => {}, "constructor")("return 1")',
  'Reflect.construct((() => {}).constructor, ["return 1"])',
  'Reflect.apply((() => {}).constructor, null, ["return 1"])',
  'new Proxy((() => {}).constructor, {})("return 1")',
  'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => {}), "constructor").value("return 1")',
  'new (class extends (() => {}).constructor {})("return 1")',
  'Symbol.iterator.constructor.constructor("return 1")',
  'import.meta.constructor.constructor("return 1")',
  'Object.getPrototypeOf(Object.getPrototypeOf(import.meta) ?? {}).constructor.constructor("return 1")',
  'Function("return 1")',
  'eval("1")',
  'globalThis["ev" + "al"]("1")',
  'Iterator.from([]).constructor.constructor("return 1")',
  'Promise.resolve().constructor.constructor("return 1")',
  'new Error().constructor.constructor("return 1")',
];

const HOST_NAMES = [
  'process',
  'require',
  'module',
  'global',
  'Buffer',
  'fetch.constructor.prototype.constructor.caller',
  '__dirname',
  'WebAssembly',
];

/** Errors made by the host are the classic bridge to its realm. */
const throwing = () => ({
  globals: {
    fail: () => {
      throw new TypeError('from the host');
    },
    give: () => ({ list: [1], bytes: new Uint8Array(2), when: new Date(0) }),
  },
});

export const hostRealm: Attack[] = [
  ...COMPILERS.map(
    (expression): Attack => ({
      name: `compile text with ${expression}`,
      code: `try { ${expression}; return 'compiled' } catch (e) { return e instanceof Error ? 'refused' : 'odd' }`,
      repelled: returns('refused'),
    }),
  ),
  ...HOST_NAMES.map(
    (name): Attack => ({
      name: `name the host's ${name}`,
      code: `try { return typeof (${name}) } catch (e) { return 'undefined' }`,
      repelled: returns('undefined'),
    }),
  ),
  {
    name: 'redefine the closed constructor',
    code: `const out = []; for (const f of [() => {}, async () => {}, function* () {}, async function* () {}]) {
      const p = Object.getPrototypeOf(f); const d = Object.getOwnPropertyDescriptor(p, 'constructor');
      out.push(d.writable, d.configurable, Reflect.defineProperty(p, 'constructor', { value: 1 }), Reflect.deleteProperty(p, 'constructor'));
    } return out.some(Boolean)`,
    repelled: returns(false),
  },
  {
    name: 'climb from an error of the host to its realm',
    code: `try { await fail() } catch (e) {
      const chain = []; for (let p = e; p; p = Object.getPrototypeOf(p)) chain.push(p);
      return [e instanceof TypeError, chain.at(-1) === Object.prototype, Object.keys(e).length, (() => { try { return e.constructor.constructor('return 1')() } catch { return 'refused' } })()]
    }`,
    options: throwing,
    repelled: returns([true, true, 0, 'refused']),
  },
  {
    name: 'climb from a value of the host to its realm',
    code: `const v = await give(); return [v.constructor === Object, v.list.constructor === Array, v.bytes.constructor === Uint8Array, v.when.constructor === Date, fail.constructor === (() => {}).constructor]`,
    options: throwing,
    repelled: returns([true, true, true, true, true]),
  },
  {
    name: 'find the host through the stack of an error',
    code: `const seen = []; Error.prepareStackTrace = (e, frames) => { seen.push(typeof frames, Array.isArray(frames) && frames.some((f) => f && typeof f.getThis === 'function' && f.getThis())); return '' };
     try { await fail() } catch (e) { String(e.stack) } return seen.includes(true)`,
    options: throwing,
    repelled: returns(false),
  },
  {
    name: 'walk every reachable object for something of the host',
    code: `const seen = new Set(); const queue = [globalThis, sleep, console, crypto, format, emit]; const found = [];
     while (queue.length && seen.size < 20000) { const v = queue.pop(); if ((typeof v !== 'object' && typeof v !== 'function') || v === null || seen.has(v)) continue; seen.add(v);
       if (Object.getPrototypeOf(v) === null && v !== Object.prototype && typeof v.process === 'object') found.push('process');
       for (const k of Reflect.ownKeys(v)) { if (/hostDispatch|_dispatch|HEAPU8|_malloc|wasmMemory/i.test(String(k))) found.push(String(k)); const d = Reflect.getOwnPropertyDescriptor(v, k); if (d && 'value' in d) queue.push(d.value); else if (d) queue.push(d.get, d.set); }
       queue.push(Object.getPrototypeOf(v)); }
     return [seen.size > 500, found]`,
    repelled: returns([true, []]),
  },
];
