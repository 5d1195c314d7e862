/** Taking the host's time. */
import { type Attack, fails } from '../attack.js';

const budget = (timeoutMs: number) => () => ({ timeoutMs });
const spins = (name: string, code: string): Attack => ({
  name,
  code,
  options: budget(250),
  repelled: fails('TIMEOUT'),
});
const hangs = (name: string, code: string): Attack => ({
  name,
  code,
  options: () => ({ timeoutMs: 250, limits: { memoryLimitBytes: 512 * 2 ** 20 } }),
  // A native call may also run out of memory before its time: both end it.
  repelled: fails('TIMEOUT', 'MEMORY'),
  only: 'worker',
});

export const time: Attack[] = [
  spins('spin', 'for (;;);'),
  spins('spin in finally', 'try { for (;;); } finally { for (;;); }'),
  spins('spin in a catch of the interrupt', 'while (true) { try { while (true); } catch (e) {} }'),
  spins('spin in promise jobs', 'const f = () => { Promise.resolve().then(f); }; f(); await new Promise(() => {});'),
  spins('spin in queueMicrotask', 'const f = () => queueMicrotask(f); f(); await new Promise(() => {});'),
  spins(
    'spin in a getter the host reads',
    'return Object.defineProperty({}, "a", { enumerable: true, get() { for (;;); } })',
  ),
  spins('spin in a proxy the host reads', 'return new Proxy({}, { ownKeys() { for (;;); } })'),
  spins('spin in toJSON', 'return { toJSON() { for (;;); } }'),
  spins('spin in toString of a thrown value', 'throw { toString() { for (;;); } }'),
  spins(
    'spin in the message of a thrown error',
    'const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;); } }); throw e',
  ),
  spins('spin in a thenable', 'await { then() { for (;;); } }'),
  spins(
    'spin in a replaced Array iterator',
    'Array.prototype[Symbol.iterator] = function* () { for (;;); }; const [a] = [1]; return a',
  ),
  spins('spin in a comparison', '[3, 2, 1].sort(() => { for (;;); })'),
  spins('spin in a reviver', 'JSON.parse("[1]", () => { for (;;); })'),
  spins(
    'spin in a species constructor',
    'class A extends Array { static get [Symbol.species]() { for (;;); } } new A(1).map((x) => x)',
  ),
  spins(
    'spin in a finaliser of an iterator',
    'const it = { [Symbol.iterator]() { return this; }, next: () => ({ done: false }), return() { for (;;); } }; for (const x of it) break;',
  ),
  ...[
    ['a function of the host', 'call({})'],
    ['a function of the host, with numbers', 'call(1)'],
    ['the log', 'console.log({})'],
    ['progress', 'progress(1)'],
    ['an emitted value', 'emit("x", {})'],
    ['a helper', 'fromBase64(text)'],
    ['a random number', 'crypto.getRandomValues(1)'],
    ['a stream', 'try { stream.open("x") } catch {}'],
    ['a value that cannot cross', 'call({ p: Promise.resolve() })'],
    ['a secret', 'getSecret("x")'],
  ].map(
    ([what, call]): Attack => ({
      name: `spin with ${what} in each turn`,
      code: `const text = 'QUJD'.repeat(1e6); for (;;) ${call};`,
      options: () => ({ timeoutMs: 400, globals: { call: () => 1 } }),
      // Calls that nobody waits for may take all memory first.
      repelled: fails('TIMEOUT', 'MEMORY'),
    }),
  ),
  spins('backtrack', '/(x+x+)+y/.test("x".repeat(60))'),
  spins('park for ever', 'await new Promise(() => {})'),
  {
    name: 'park on a call that never answers, after answers from both sides',
    code: `const p = crypto.digest('SHA-256', new Uint8Array(1e6)); await quick(); await p; await quick(); await hang()`,
    options: () => ({ timeoutMs: 500, globals: { quick: async () => 1, hang: () => new Promise(() => undefined) } }),
    repelled: fails('TIMEOUT'),
  },
  {
    name: 'keep the host from cancelling by calls that answer at once',
    code: 'for (;;) await quick()',
    options: () => ({ timeoutMs: 20_000, globals: { quick: async () => 1 }, signal: AbortSignal.timeout(100) }),
    repelled: fails('CANCELLED'),
  },
  spins('park on calls that never answer', 'await Promise.race([new Promise(() => {}), sleep(5000)])'),
];

export const nativeLoops: Attack[] = [
  hangs(
    'search a huge sparse array',
    'const a = []; a.length = 4294967295; a.indexOf(5); a.includes(5); a.lastIndexOf(5);',
  ),
  hangs('join a huge sparse array', 'const a = []; a.length = 4294967295; a.join("");'),
  hangs('fill a buffer without end', 'const u = new Uint8Array(5e7); for (;;) u.fill(1);'),
  hangs(
    'make the compiler work on a text that does not parse',
    `${Array.from({ length: 60_000 }, (_, i) => `let a${i};`).join('')} let x = 1 @;`,
  ),
  hangs(
    'sort a large array',
    'const a = Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 1000003); for (;;) { a.sort(); a.reverse(); }',
  ),
  hangs(
    'sort a typed array',
    'const a = new Float64Array(4e6).map((_, i) => (i * 7919) % 1000003); for (;;) a.sort((x, y) => 0) && a.sort();',
  ),
  hangs('multiply huge integers', 'for (;;) { try { let b = 3n; for (;;) b *= b; } catch {} }'),
  hangs('write a huge integer in decimals', 'const b = 3n ** 600000n; for (;;) b.toString();'),
  hangs('search with a long needle', 'const s = "a".repeat(5e6); for (;;) s.indexOf("a".repeat(2e6) + "b");'),
  hangs('replace with a long needle', 'const s = "ab".repeat(4e6); for (;;) s.replaceAll("ab", "c");'),
  hangs('normalise a long text', 'const s = "\\u1e9b\\u0323".repeat(2e6); for (;;) s.normalize("NFKD");'),
  hangs('stringify in a loop', 'let v = []; for (let i = 0; i < 3e5; i++) v.push({ i }); for (;;) JSON.stringify(v);'),
  hangs(
    'copy keys of a large object',
    'const o = {}; for (let i = 0; i < 3e5; i++) o["k" + i] = i; for (;;) Object.assign({}, o);',
  ),
];
