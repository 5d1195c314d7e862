/** Handing over more than the host should ever hold: large bytes, many parts, long names, costly conversions. */
import { createMemoryContext } from '@nodetool-ai/sandbox-core';
import { expect } from 'vitest';
import { type Attack, attack, fails, refusalOf, refused, returns } from '../attack.js';

const hold = () => ({ globals: { hold: (value: unknown) => typeof value }, timeoutMs: 20_000 });
const MIB = 2 ** 20;

export const payloads: Attack[] = [
  ...['emit', 'output'].map(
    (where): Attack => ({
      name: `fill the host with the names given to ${where}`,
      code: `const name = 'x'.repeat(4e6); let refused = 0; for (let i = 0; i < 15; i++) try { await ${where}(name + i, 1) } catch (e) { if (e instanceof RangeError) refused++ } return refused`,
      options: () => ({ timeoutMs: 20_000 }),
      repelled: (outcome) => {
        returns(15)(outcome);
        expect(outcome.emitted).toBeUndefined();
        expect(outcome.success && outcome.outputs).toBeFalsy();
      },
    }),
  ),
  attack({
    name: 'multiply one buffer by writing it back into every global',
    code: `const b = new Uint8Array(2e7); for (const g of [a, bb, c, d]) g.x = new Array(12).fill(b); return 'done'`,
    options: () => ({
      globals: { a: {}, bb: {}, c: {}, d: {} } as Record<string, { x?: unknown[] }>,
      limits: { memoryLimitBytes: 64 * MIB },
      timeoutMs: 20_000,
    }),
    repelled: (outcome, { globals }) => {
      returns('done')(outcome);
      expect(Object.values(globals).filter(({ x }) => x !== undefined)).toEqual([]);
      expect(outcome.warnings?.join()).toMatch(/memoryLimitBytes/);
      for (const key of Object.keys(globals)) delete globals[key];
    },
  }),
  ...[
    ['the result', 'return list', fails('UNSERIALIZABLE')],
    ['an emitted value', refusalOf(`emit('x', list)`), refused(/bits/)],
  ].map(
    ([what, code, repelled]): Attack => ({
      name: `have the host write out huge integers in ${what as string}`,
      code: `const list = []; for (let i = 0n; i < 100n; i++) list.push((1n << 1000000n) + i); ${code as string}`,
      options: () => ({ timeoutMs: 20_000 }),
      repelled: (outcome) => {
        (repelled as (o: typeof outcome) => void)(outcome);
        // A hundred of them take several seconds to turn into decimals.
        expect(outcome.usage?.wallMs).toBeLessThan(15_000);
      },
    }),
  ),
  {
    name: 'make one huge integer that is small enough to write out',
    code: 'const big = 2n ** 1000000n; await emit("x", big); return (await echo(big)) === big',
    options: () => ({
      globals: { echo: (value: unknown) => value },
      limits: { maxOutputSize: MIB },
      timeoutMs: 20_000,
    }),
    repelled: returns(true),
  },
  {
    name: 'put one large buffer in more places than a value may hold',
    code: `const b = new Uint8Array(1e5); ${refusalOf('hold(new Array(20000).fill(b))')}`,
    options: hold,
    repelled: refused(/memory|bytes/),
  },
  {
    name: 'shrink a large buffer between being noted and being sent',
    code: `const buffer = new ArrayBuffer(1e6, { maxByteLength: 2e6 }); const v = new Uint8Array(buffer); return await hold([v, { get x() { buffer.resize(0); return v } }])`,
    options: hold,
    repelled: returns('object'),
  },
  {
    name: 'transfer a large buffer between being noted and being sent',
    code: `const v = new Uint8Array(1e6); return await hold([v, { get x() { v.buffer.transfer(); return 1 } }])`,
    options: hold,
    repelled: returns('object'),
  },
  {
    name: 'stage something else while large bytes are noted',
    code: `const v = new Uint8Array(1e6).fill(7); const inner = []; const r = await echo([v, { get x() { inner.push(echo([new Uint8Array(2e6).fill(9)])); return v } }]); const other = await inner[0]; return [r[0].length, r[0][5], r[1].x[9], other[0].length, other[0][1]]`,
    options: () => ({ globals: { echo: (value: unknown) => value } }),
    repelled: returns([1_000_000, 7, 7, 2_000_000, 9]),
  },
  ...['toBase64', 'fromBase64', 'toHex', 'fromHex'].map(
    (helper): Attack => ({
      name: `keep the host busy with ${helper} of much`,
      code: `const text = 'QUJD'.repeat(1e6); const data = new Uint8Array(3e6); for (;;) { try { ${helper}(${helper.startsWith('to') ? 'data' : 'text'}) } catch {} }`,
      options: () => ({ timeoutMs: 400 }),
      repelled: fails('TIMEOUT'),
    }),
  ),
  {
    name: 'lie to the helpers about lengths',
    code: `const v = new Uint8Array(200000); Object.defineProperty(v, 'length', { value: 1e9 }); Object.defineProperty(v, 'byteLength', { value: -1 }); return [toBase64(v).length, toHex(v).length]`,
    // Four characters for each three bytes, the last three of them padded; two for each byte.
    repelled: returns([266_668, 400_000]),
  },
  {
    name: 'hand over text of many surrogates and NULs',
    code: `const s = '\\ud800\\0\\udfff'.repeat(1e5); const r = await echo([s, { [s.slice(0, 99)]: s }]); return [r[0] === s, Object.keys(r[1])[0].length]`,
    options: () => ({ globals: { echo: (value: unknown) => value }, timeoutMs: 10_000 }),
    repelled: returns([true, 99]),
  },
  {
    name: 'hand over a pattern that the host would have to compile',
    code: `const out = []; for (const s of ['(?:' + 'a{1000}'.repeat(1000) + '){1000}', '(a+)+$', '[' + '\\\\u{10ffff}'.repeat(1000) + ']']) { const r = await echo(new RegExp(s, 'u')); out.push(r instanceof RegExp) } return out`,
    options: () => ({ globals: { echo: (value: unknown) => value } }),
    repelled: returns([true, true, true]),
  },
  ...[
    ['format.list', `format.list([value])`],
    ['format.relativeTime', `format.relativeTime(1, value)`],
    ['crypto.digest', `crypto.digest(value, value)`],
    ['fetch', `fetch('http://example.com/', { body: value })`],
  ].map(
    ([where, call]): Attack => ({
      name: `explode a shared value in ${where}`,
      code: `let value = ['x']; for (let i = 0; i < 19; i++) value = [value, value]; try { await (${call}) } catch {} return 'alive'`,
      options: () => ({ timeoutMs: 5000 }),
      repelled: (outcome) => {
        expect([outcome.result, outcome.errorInfo?.code]).toEqual(
          expect.arrayContaining([expect.stringMatching(/alive|TIMEOUT|MEMORY/)]),
        );
      },
    }),
  ),
  ...[
    ['media', `media.bytes({ type: 'image', asset_id: 'big' })`],
    ['files', `workspace.readBytes('big')`],
    ['a function', 'big({})'],
  ].map(
    ([what, call]): Attack => ({
      name: `have results of ${what} fill the host while the guest does not look`,
      only: 'worker',
      code: `for (let i = 0; i < 200; i++) ${call}.catch(() => {}); await sleep(1); const end = Date.now() + 3000; while (Date.now() < end); return 'spun'`,
      options: () => {
        // What is on its way to a worker belongs to no thread: only the process as a whole tells of it.
        let peak = 0;
        const start = process.memoryUsage.rss();
        const timer = setInterval(() => {
          peak = Math.max(peak, process.memoryUsage.rss() - start);
        }, 20);
        const load = async () => new Uint8Array(16 * MIB).fill(1);
        return {
          globals: { big: load },
          context: {
            ...createMemoryContext({ files: { big: new Uint8Array(16 * MIB).fill(1) } }),
            resolveAssetBytes: async () => ({ bytes: await load(), attempts: [] }),
          },
          limits: { memoryLimitBytes: 512 * MIB },
          timeoutMs: 20_000,
          measured: () => {
            clearInterval(timer);
            return peak;
          },
        };
      },
      repelled: (outcome, options) => {
        const { measured } = options as { measured?: () => number };
        const peak = measured?.() ?? Number.POSITIVE_INFINITY;
        expect(['spun', 'MEMORY']).toContain(outcome.result ?? outcome.errorInfo?.code);
        expect(peak / MIB, 'MiB the host held at most').toBeLessThan(400);
      },
    }),
  ),
];
