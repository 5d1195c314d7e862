/** What every program has: console, emit, output, progress, sleep, crypto, format and the pure helpers. */
import type { Row, RowOptions } from '../row.js';

const result = (name: string, rule: string, code: string, expected: unknown, options?: () => RowOptions): Row => ({
  name,
  rules: [rule],
  code,
  expected: { result: expected },
  ...(options ? { options } : {}),
});

/** Collects what a sink is called with, where {@link Row.observe} finds it. */
function collecting(sink: 'onProgress' | 'onEmit' | 'onLog', extra: RowOptions = {}): RowOptions & { seen: unknown[] } {
  const seen: unknown[] = [];
  return { ...extra, seen, [sink]: (...args: unknown[]) => void seen.push(args) };
}
const seen = (_outcome: unknown, options: RowOptions) => (options as { seen?: unknown }).seen;

export const bridgeRows: Row[] = [
  {
    name: 'collects console lines with their levels',
    rules: ['console'],
    code: `console.log('a', 1); console.warn('b'); console.error('c'); console.info('d'); console.debug('e'); return console.log()`,
    expected: { result: null },
    observe: (outcome) => outcome.logs,
    observed: ['a 1', '[warn] b', '[error] c', '[info] d', '[debug] e', ''],
  },
  {
    name: 'prints values in a readable form',
    rules: ['console'],
    code: `console.log(null, undefined, 'text', 5n, true, NaN); console.log(function named() {}); console.log({ a: 1 });`,
    expected: { result: null },
    observe: (outcome) => outcome.logs,
    observed: ['null undefined text 5n true NaN', '[Function named]', '{\n  "a": 1\n}'],
  },
  {
    name: 'prints errors, cycles and hostile values without throwing',
    rules: ['console'],
    code: `const o = {}; o.o = o; console.log(o); console.log(new TypeError('bad')); console.log({ get a() { throw 1; } }, Symbol('s')); return 1`,
    expected: { result: 1 },
    observe: (outcome) => [
      outcome.logs.length,
      outcome.logs[0]?.includes('[Circular]'),
      outcome.logs[1]?.startsWith('TypeError: bad'),
    ],
    observed: [3, true, true],
  },
  {
    name: 'shows console lines while the program runs, without prefixes',
    rules: ['console'],
    code: `console.log('a'); console.warn('b', 2); return 1`,
    options: () => collecting('onLog'),
    expected: { result: 1 },
    observe: seen,
    observed: [
      ['log', 'a'],
      ['warn', 'b 2'],
    ],
  },
  {
    name: 'holds a flood of console lines and says so once',
    rules: ['console', 'limits'],
    code: `for (let i = 0; i < 20000; i++) console.log('line'); return 1`,
    expected: { result: 1 },
    observe: (outcome) => [outcome.logs.length, outcome.truncated?.logs],
    observed: [10_001, true],
  },
  {
    name: 'keeps the lines of a program that fails',
    rules: ['console'],
    code: `console.log('before'); throw new Error('x')`,
    expected: { failure: 'GUEST' },
    observe: (outcome) => outcome.logs,
    observed: ['before'],
  },

  {
    name: 'delivers emitted values in the order of the calls',
    rules: ['emit'],
    code: `for (let i = 0; i < 50; i++) emit('n', i); return 'done'`,
    options: () => collecting('onEmit'),
    expected: { result: 'done' },
    observe: seen,
    observed: Array.from({ length: 50 }, (_, i) => ['n', i]),
  },
  {
    name: 'collects emitted values when nobody takes them',
    rules: ['emit'],
    code: `await emit('a', { d: new Date(0) }); await emit('b', [undefined]); return null`,
    expected: { result: null },
    observe: (outcome) => [outcome.emitted, outcome.usage?.emitCalls],
    observed: [
      [
        { name: 'a', value: { d: '1970-01-01T00:00:00.000Z' } },
        { name: 'b', value: [null] },
      ],
      2,
    ],
  },
  {
    name: 'rejects an emit whose taker throws',
    rules: ['emit'],
    code: `try { await emit('a', 1); return 'taken' } catch (e) { return e.message }`,
    options: () => ({
      onEmit: () => {
        throw new Error('full');
      },
    }),
    expected: { result: 'full' },
  },
  {
    name: 'fails when an emit nobody awaited fails',
    rules: ['emit'],
    code: `emit('a', 1); return 'done'`,
    options: () => ({
      onEmit: async () => {
        throw new Error('full');
      },
    }),
    expected: { failure: 'GUEST', error: 'full' },
  },
  result(
    'refuses emitted values that cannot be data',
    'emit',
    `const o = {}; o.o = o; const out = [];
     for (const [n, v] of [['a', o], ['a', Promise.resolve()], [1, 1]]) { try { await emit(n, v); out.push('sent') } catch (e) { out.push(e.name) } }
     return out`,
    ['TypeError', 'TypeError', 'TypeError'],
  ),
  result(
    'cuts an emitted text and refuses an emitted tree that is too large',
    'emit',
    `await emit('t', 'x'.repeat(3000)); try { await emit('v', ['x'.repeat(3000)]); return 'sent' } catch (e) { return [e.name, e.message.includes('maxOutputSize')] }`,
    ['RangeError', true],
    () => ({ limits: { maxOutputSize: 1024 } }),
  ),
  result(
    'refuses emit number 10 001',
    'emit',
    `for (let i = 0; i < 10000; i++) await emit('n', 0); try { await emit('n', 0); return 'sent' } catch (e) { return e.message.includes('MAX_EMIT_CALLS') }`,
    true,
    () => ({ onEmit: () => {} }),
  ),
  {
    name: 'keeps one final value per output',
    rules: ['output'],
    code: `await output('a', 1); await output('b', new Set([2])); try { await output('a', 3) } catch (e) { return e.message.includes('already set') }`,
    expected: { result: true },
    observe: (outcome) => outcome.outputs,
    observed: { a: 1, b: [2] },
  },
  {
    name: 'drops outputs of a program that fails',
    rules: ['output'],
    code: `await output('a', 1); throw new Error('x')`,
    expected: { failure: 'GUEST' },
    observe: (outcome) => outcome.outputs,
    observed: undefined,
  },

  ...(
    [
      [-5, 0],
      [150, 100],
      ['NaN', 0],
      ['Infinity', 0],
      [`'42'`, 42],
    ] as const
  ).map(
    ([given, taken]): Row => ({
      name: `reports progress ${given} as ${taken}`,
      rules: ['progress'],
      code: `return progress(${given}) === undefined`,
      options: () => collecting('onProgress'),
      expected: { result: true },
      observe: (_outcome, options) => ((seen(null, options) as unknown[][])[0] ?? [])[0],
      observed: taken,
    }),
  ),
  {
    name: 'spaces progress reports and cuts their message',
    rules: ['progress'],
    code: `for (let i = 0; i < 200; i++) progress(i / 2, 'm'.repeat(600)); return 1`,
    options: () => collecting('onProgress'),
    expected: { result: 1 },
    observe: (_outcome, options) => {
      const reports = seen(null, options) as [number, string][];
      return [reports.length >= 1, reports.length < 20, reports[0]?.[1].length];
    },
    observed: [true, true, 500],
  },

  result(
    'sleeps in parallel',
    'sleep',
    'const t = Date.now(); await Promise.all([1, 2, 3, 4, 5].map(() => sleep(300))); const ms = Date.now() - t; return [ms >= 290, ms < 1400]',
    [true, true],
  ),
  result(
    'treats odd sleeps as none',
    'sleep',
    `return [await sleep(), await sleep(-1), await sleep(NaN), await sleep('5')].map((x) => x === undefined)`,
    [true, true, true, true],
  ),

  result(
    'digests with SHA',
    'crypto',
    `return [toHex(await crypto.digest('SHA-256', 'abc')), toHex(await crypto.digest(' sha1 ', 'abc'))]`,
    ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ),
  result(
    'signs as in RFC 4231',
    'crypto',
    `return toHex(await crypto.hmac('SHA-256', 'Jefe', 'what do ya want for nothing?'))`,
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ),
  result(
    'refuses unknown digests and odd data',
    'crypto',
    `const out = []; for (const args of [['MD5', 'a'], ['SHA-256', {}]]) try { await crypto.digest(...args) } catch (e) { out.push(e.message) }
     return [/unsupported algorithm/i.test(out[0]), /must be a string or Uint8Array/i.test(out[1])]`,
    [true, true],
  ),
  result(
    'makes random bytes of the length asked for',
    'crypto',
    `const a = crypto.getRandomValues(16), b = crypto.getRandomValues(16);
     return [a instanceof Uint8Array, a.length, toHex(a) !== toHex(b), crypto.getRandomValues(1e6).length, crypto.getRandomValues(new Uint8Array(4)).length]`,
    [true, 16, true, 65_536, 4],
  ),
  result(
    'makes version 4 UUIDs',
    'crypto',
    'return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())',
    true,
  ),

  result(
    'formats numbers, lists and dates',
    'format',
    `return [await format.number(1234567.891), await format.number(0.5, { style: 'percent' }), await format.list(['a', 'b', 'c']),
     await format.date(0, { dateStyle: 'long', timeZone: 'UTC' }), await format.relativeTime(-1, 'day')]`,
    ['1,234,567.891', '50%', 'a, b, and c', 'January 1, 1970', '1 day ago'],
  ),
  result(
    'refuses what cannot be formatted',
    'format',
    `const out = []; for (const f of [() => format.date(NaN), () => format.number(1, { locale: 'not a locale' }), () => format.number('x')])
     try { await f(); out.push('formatted') } catch (e) { out.push(e instanceof Error) } return out`,
    [true, true, true],
  ),

  result(
    'encodes base64',
    'helpers',
    `return [toBase64('héllo'), toBase64(new Uint8Array([255, 254])), toBase64('')]`,
    ['aMOpbGxv', '//4=', ''],
  ),
  result(
    'decodes both base64 alphabets',
    'helpers',
    `return [fromBase64('aMOpbGxv'), fromBase64('__4'), fromBase64(' //4= ')]`,
    [Uint8Array.of(104, 195, 169, 108, 108, 111), Uint8Array.of(255, 254), Uint8Array.of(255, 254)],
  ),
  result(
    'writes and reads hex',
    'helpers',
    `return [toHex('AZ'), toHex(new Uint8Array([0, 255])), fromHex('00:fF a')]`,
    ['415a', '00ff', Uint8Array.of(0, 255)],
  ),
  result(
    'says to await a promise',
    'helpers',
    `try { toBase64(Promise.resolve('x')) } catch (e) { return [e.name, /await/.test(e.message)] }`,
    ['TypeError', true],
  ),
  result(
    'maps in parallel and keeps the order',
    'helpers',
    `let now = 0, peak = 0;
     const out = await parallelMap(new Set([3, 1, 2]), async (x, i) => { peak = Math.max(peak, ++now); await sleep(x * 5); now--; return [x, i] }, 2);
     return [out, peak]`,
    [
      [
        [3, 0],
        [1, 1],
        [2, 2],
      ],
      2,
    ],
  ),
  result(
    'starts nothing more after a failure',
    'helpers',
    `let started = 0; try { await parallelMap([1, 2, 3, 4], async (x) => { started++; if (x === 1) throw new Error('one'); await sleep(5); }, 1) } catch (e) { await sleep(20); return [e.message, started] }`,
    ['one', 1],
  ),

  result(
    'parses a URL',
    'url',
    `const u = new URL('../b?x=1#f', 'https://user@EXAMPLE.org:443/a/c'); u.searchParams.append('y', 'a b'); return [u.href, u.host, URL.canParse('nope'), new URL('http://0x7f.1/').hostname]`,
    ['https://user@example.org/b?x=1&y=a+b#f', 'example.org', false, '127.0.0.1'],
  ),
  result(
    'encodes and decodes text',
    'encoding',
    `return [new TextEncoder().encode('é\\ud800'), new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x68, 0xff])), new TextDecoder('utf-16le').decode(new Uint8Array([0x61, 0])), new TextDecoder('latin1').encoding]`,
    [Uint8Array.of(195, 169, 239, 191, 189), 'h\ufffd', 'a', 'windows-1252'],
  ),
  result(
    'refuses an unknown encoding',
    'encoding',
    `try { new TextDecoder('klingon') } catch (e) { return [e.name, e.message.includes('klingon')] }`,
    ['RangeError', true],
  ),
];
