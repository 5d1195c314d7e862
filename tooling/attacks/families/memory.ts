/** Taking the host's memory or stack. */
import { type Attack, fails, returns } from '../attack.js';

const budget = (timeoutMs: number) => () => ({ timeoutMs });
const floods = (name: string, code: string): Attack => ({
  name,
  code,
  options: budget(3000),
  repelled: fails('MEMORY', 'TIMEOUT', 'STACK', 'GUEST'),
});

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
    only: 'worker',
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
