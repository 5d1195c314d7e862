/** Hard limits of memory and stack. */
import { NEEDS_STACK, type Row } from '../row.js';

const MIB = 2 ** 20;
const memory = (bytes: number) => () => ({ limits: { memoryLimitBytes: bytes } });
const dies = (name: string, code: string, bytes = 64 * MIB): Row => ({
  name,
  rules: ['memory'],
  code,
  options: memory(bytes),
  expected: { failure: 'MEMORY', says: ['out of memory'] },
});
const lives = (name: string, code: string, bytes: number, expected: unknown): Row => ({
  name,
  rules: ['memory'],
  code,
  options: memory(bytes),
  expected: { result: expected },
});

const BUFFERS = 'const kept = []; for (let i = 0; i < 200; i++) kept.push(new Uint8Array(1 << 20));';
const objects = (count: number) => `const kept = []; for (let i = 0; i < ${count}; i++) kept.push({ i });`;

const RECURSIONS: [string, string][] = [
  ['a plain call', 'const f = () => f() + 1; f();'],
  ['a getter', 'const o = { get a() { return this.a; } }; o.a;'],
  ['JSON.parse', `JSON.parse('['.repeat(200000) + ']'.repeat(200000));`],
  ['toString', 'const o = { toString() { return `${this}`; } }; String(o);'],
  ['a constructor', 'class A { constructor() { new A(); } } new A();'],
  ['a generator', 'function* g() { yield* g(); } [...g()];'],
  ['an iterator', 'const i = { [Symbol.iterator]: () => ({ next: () => ({ value: [...i], done: true }) }) }; [...i];'],
  ['Symbol.toPrimitive', 'const o = { [Symbol.toPrimitive]: () => `${o}` }; o + 1;'],
  ['a callback of map', 'const f = () => [1].map(f); f();'],
  ['a comparator of sort', 'const f = () => [2, 1].sort(f); f();'],
  ['a callback of replace', `const f = () => 'a'.replace('a', f); f();`],
  ['toJSON', 'const o = { toJSON: () => JSON.stringify(o) }; JSON.stringify(o);'],
  ['a reviver', `const f = () => JSON.parse('[1]', f); f();`],
  ['join of arrays in arrays', 'let v = []; for (let i = 0; i < 200000; i++) v = [v]; v.join();'],
  ['flat', 'let v = []; for (let i = 0; i < 200000; i++) v = [v]; v.flat(Infinity);'],
  ['Reflect.apply', 'const f = () => Reflect.apply(f, null, []); f();'],
  [
    'a getter of a prototype chain',
    'let o = { get a() { return o.a; } }; for (let i = 0; i < 50; i++) o = Object.create(o); o.a;',
  ],
  ['a proxy', 'let p = {}; for (let i = 0; i < 200000; i++) p = new Proxy(p, {}); p.x;'],
];

/** The engine looks through all open levels at each step down: with the stack of a worker that takes six seconds. */
const SMALL_STACK = { limits: { stackLimitBytes: 128 * 1024 } };

export const memoryRows: Row[] = [
  dies('counts buffers', BUFFERS),
  dies('counts objects', objects(2_000_000)),
  dies(
    'counts strings',
    `const kept = []; for (let i = 0; i < 100; i++) { const s = 'x'.repeat(2 ** 20) + i; kept.push([...s.slice(0, 4)].join('') + s); }`,
  ),
  dies('holds a small limit', objects(200_000), 2 * MIB),
  lives('leaves room below the limit for objects', `${objects(200_000)} return kept.length`, 64 * MIB, 200_000),
  lives(
    'leaves room below the limit for buffers',
    'const kept = []; for (let i = 0; i < 48; i++) kept.push(new Uint8Array(1 << 20)); return kept.length',
    64 * MIB,
    48,
  ),
  lives(
    'lets a program catch the lack of memory and go on',
    `let caught; let kept = []; try { for (;;) kept.push(new Uint8Array(1 << 20)); } catch (e) { caught = e === null || /memory/.test(String(e && e.message)); } kept = undefined; return [caught, new Uint8Array(1 << 20).length]`,
    64 * MIB,
    [true, MIB],
  ),
  lives(
    'lets a program have as much as it was given',
    'const kept = []; for (let i = 0; i < 300; i++) kept.push(new Uint8Array(1 << 20)); return kept.length',
    512 * MIB,
    300,
  ),
  ...RECURSIONS.flatMap(([what, code]): Row[] => [
    {
      name: `ends endless recursion through ${what} as a RangeError`,
      rules: ['stack'],
      code: `try { ${code} } catch (e) { return e instanceof RangeError } return 'returned'`,
      expected: { result: true },
    },
  ]),
  // The host's own stack is the first to run out here when it is small: the run then ends as it would have uncaught.
  {
    name: 'ends endless recursion through JSON.stringify',
    rules: ['stack'],
    code: 'let v = 1; for (let i = 0; i < 200000; i++) v = [v]; JSON.stringify(v)',
    options: () => SMALL_STACK,
    expected: { failure: 'STACK', says: ['Maximum call stack size exceeded'] },
  },
  {
    name: 'lets a program catch the end of a recursion through JSON.stringify',
    rules: ['stack'],
    code: 'let v = 1; for (let i = 0; i < 200000; i++) v = [v]; try { JSON.stringify(v) } catch (e) { return e instanceof RangeError }',
    options: () => SMALL_STACK,
    expected: { result: true },
    differs: NEEDS_STACK,
  },
  ...[256 * 1024, 4 * MIB, 8 * MIB].map(
    (bytes): Row => ({
      name: `ends endless recursion under a stack limit of ${bytes / 1024} KiB`,
      rules: ['stack'],
      code: 'function f() { return f() + 1; } f()',
      options: () => ({ limits: { stackLimitBytes: bytes } }),
      expected: { failure: 'STACK', says: ['Maximum call stack size exceeded'] },
    }),
  ),
  {
    name: 'gives a program 150 frames of plain recursion',
    rules: ['stack'],
    code: 'const down = (n) => n === 0 ? 0 : 1 + down(n - 1); return down(150)',
    expected: { result: 150 },
  },
];
