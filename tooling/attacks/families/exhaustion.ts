/** Taking the host's time, memory or stack. */
import { type Attack, fails, returns } from '../attack.js';

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
  workerOnly: true,
});
const floods = (name: string, code: string): Attack => ({
  name,
  code,
  options: budget(3000),
  repelled: fails('MEMORY', 'TIMEOUT', 'STACK', 'GUEST'),
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

export const memoryAndStack: Attack[] = [
  floods('keep buffers', 'const k = []; for (;;) k.push(new ArrayBuffer(1 << 20));'),
  floods('keep objects', 'const k = []; for (;;) k.push({ a: k.length });'),
  floods('keep closures', 'const k = []; for (;;) { const n = k.length; k.push(() => n); }'),
  floods('keep texts', 'let s = "x"; const k = []; for (;;) { s += s.slice(0, 1e5) || "x"; k.push(s + k.length); }'),
  floods('keep promises', 'const k = []; for (;;) k.push(new Promise(() => {}));'),
  floods(
    'grow one buffer',
    'const b = new ArrayBuffer(0, { maxByteLength: 2 ** 30 }); for (let n = 1; ; n *= 2) b.resize(n);',
  ),
  floods('double a text', 'let s = "xy"; for (;;) s += s;'),
  floods('grow a map', 'const m = new Map(); for (let i = 0; ; i++) m.set({}, i);'),
  floods(
    'catch the lack of memory for ever',
    'const k = []; for (;;) { try { for (;;) k.push(new Uint8Array(1 << 16)); } catch {} }',
  ),
  floods('ask for one impossible buffer', 'new ArrayBuffer(2 ** 33)'),
  floods('recurse', 'const f = () => f() + f(); f()'),
  floods('recurse through a proxy', 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x'),
  floods('recurse through sort', 'const f = () => [2, 1].sort(f); f()'),
  floods('recurse through a reviver', 'const f = () => JSON.parse("[1]", f); f()'),
  floods('recurse through replace', 'const f = () => "a".replace(/a/, f); f()'),
  floods('nest JSON text', 'JSON.parse("[".repeat(1e6))'),
  floods('nest a pattern', 'new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")'),
  {
    name: 'keep large arguments in calls that nobody answers',
    code: `const b = new Uint8Array(2e7); let refused = 0; for (let i = 0; i < 50; i++) hold(b).catch((e) => { if (e instanceof RangeError) refused++; }); await sleep(1); return refused`,
    options: () => ({ globals: { hold: () => new Promise(() => undefined) }, timeoutMs: 20_000 }),
    repelled: returns(44),
  },
  {
    name: 'hand out more bytes than the host can keep',
    code: `const b = new Uint8Array(2e7); for (let i = 0; i < 50; i++) await emit('x', b);`,
    options: () => ({ timeoutMs: 20_000 }),
    repelled: fails('LIMIT'),
  },
  {
    name: 'set outputs of more bytes than the host can keep',
    code: `const b = new Uint8Array(2e7); for (let i = 0; i < 50; i++) await output('x' + i, b);`,
    options: () => ({ timeoutMs: 20_000 }),
    repelled: fails('LIMIT'),
  },
  {
    name: 'copy one buffer until the host is full',
    code: `const b = new Uint8Array(2e7); try { await hold([/x/, ...new Array(100).fill(b)]); return 'passed' } catch (e) { return 'refused' }`,
    options: () => ({ globals: { hold: () => 1 }, timeoutMs: 20_000 }),
    repelled: returns('refused'),
  },
  {
    name: 'hand out faster than the host can read',
    code: `const a = new Array(1000).fill(new Map()); const b = new Array(1000).fill(a); for (;;) hold([b, b])`,
    options: () => ({ globals: { hold: () => 1 }, timeoutMs: 1000 }),
    repelled: fails('TIMEOUT'),
    workerOnly: true,
  },
  {
    name: 'nest source text',
    code: `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
    repelled: fails('SYNTAX', 'STACK'),
  },
  {
    name: 'nest a returned value',
    code: 'let v = 0; for (let i = 0; i < 1e5; i++) v = [v]; return v',
    repelled: fails('UNSERIALIZABLE'),
  },
  {
    name: 'nest an argument',
    code: 'let v = 0; for (let i = 0; i < 1e5; i++) v = [v]; try { await emit("a", v) } catch (e) { return e instanceof TypeError || e instanceof RangeError }',
    repelled: returns(true),
  },
];
