/** Lying to the value codec: forged markers, hostile objects, damaged built-ins. */
import { expect } from 'vitest';
import { type Attack, fails, returns } from '../attack.js';

const echo = () => ({ globals: { echo: (value: unknown) => value, keys: (value: object) => Object.keys(value) } });

const MARKERS = [
  '__nodetool_sandbox_error__',
  '__nodetool_sandbox_bytes__',
  '__nodetool_sandbox_date__',
  '$type',
  '@@function',
  '__proto__',
  'constructor',
  'prototype',
  'then',
  'toJSON_',
  'length',
];

export const codec: Attack[] = [
  ...MARKERS.map(
    (marker): Attack => ({
      name: `pass ${marker} off as a special value`,
      code: `const forged = JSON.parse(${JSON.stringify(JSON.stringify({ [marker]: { kind: 'error', data: [1] } }))}); const back = await echo(forged); return [await keys(forged), JSON.stringify(back) === JSON.stringify(forged)]`,
      options: echo,
      repelled: returns([[marker], true]),
    }),
  ),
  {
    name: 'change a value while it is read',
    code: `const list = [1, 2, 3]; const o = { get a() { list.length = 0; return list; }, get b() { return list; } }; return [await echo(o), 'alive'][1]`,
    options: echo,
    repelled: returns('alive'),
  },
  {
    name: 'shrink a buffer while it is read',
    code: `const buffer = new ArrayBuffer(64, { maxByteLength: 1024 }); const view = new Uint8Array(buffer); const o = { get a() { buffer.resize(0); return view; }, b: view }; const r = await echo(o); return [r.a.length, r.b.length]`,
    options: echo,
    repelled: returns([0, 0]),
  },
  {
    name: 'hand over a detached buffer',
    code: `const u = new Uint8Array(8); u.buffer.transfer(); try { const r = await echo(u); return r.length } catch (e) { return 0 }`,
    options: echo,
    repelled: returns(0),
  },
  {
    name: 'claim a huge length',
    code: `try { return JSON.stringify(await echo({ length: 4294967295, 0: 1 })) } catch (e) { return e instanceof Error ? 'refused' : 'odd' }`,
    options: echo,
    repelled: returns('{"0":1,"length":4294967295}'),
  },
  {
    name: 'hand over an array of four billion holes',
    code: `const a = []; a.length = 4294967295; try { await echo(a); return 'passed' } catch (e) { return e instanceof Error ? 'refused' : 'odd' }`,
    options: echo,
    repelled: (outcome) => expect([outcome.result, outcome.errorInfo?.code]).not.toContain('passed'),
    only: 'worker',
  },
  {
    name: 'answer differently each time a proxy is asked',
    code: `let n = 0; const p = new Proxy({}, { ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => ({ value: ++n, enumerable: true, configurable: true }), get: () => ++n }); const r = await echo(p); return Object.keys(r)`,
    options: echo,
    repelled: returns(['a', 'b']),
  },
  {
    name: 'throw from every trap',
    code: `const p = new Proxy({}, new Proxy({}, { get() { throw new Error('trap') } })); try { await echo(p) } catch (e) { return e.message }`,
    options: echo,
    repelled: returns('trap'),
  },
  {
    name: 'return a revoked proxy',
    code: 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { proxy }',
    repelled: fails('GUEST', 'UNSERIALIZABLE'),
  },
  {
    name: 'send a million tiny values',
    code: 'return (await echo(new Array(1e6).fill(0))).length',
    options: () => ({ ...echo(), timeoutMs: 20_000 }),
    repelled: returns(1e6),
  },
  {
    name: 'send a shared object often enough to explode',
    code: 'let v = { x: 1 }; for (let i = 0; i < 40; i++) v = { a: v, b: v }; try { await echo(v) } catch (e) { return e instanceof Error ? "refused" : "odd" } return "passed"',
    options: () => ({ ...echo(), timeoutMs: 3000 }),
    repelled: (outcome) => expect(outcome.result).not.toBe('passed'),
  },
  ...['new Map()', 'new Uint8Array(1)'].map(
    (part): Attack => ({
      name: `make nine million of one ${part}`,
      code: `const a = new Array(1000).fill(${part}); const b = new Array(1000).fill(a); try { await echo(new Array(9).fill(b)); return 'passed' } catch (e) { return e.message }`,
      options: () => ({ ...echo(), timeoutMs: 20_000 }),
      repelled: ({ result }) => expect(result).toContain('more shared parts than can cross'),
    }),
  ),
  {
    name: 'make gigabytes of one text',
    code: `return new Array(500).fill(['\\u0001'.repeat(1e6)])`,
    options: () => ({ timeoutMs: 20_000 }),
    repelled: fails('UNSERIALIZABLE'),
  },
  ...[
    ['a Set', 'new Set(list)'],
    ['a Map', 'new Map(list.map((x) => [x, 1]))'],
    ['a Map that is put together from parts', 'new Map(list.map((x, i) => [x, i === 0 ? /x/ : 1]))'],
  ].map(
    ([what, collection]): Attack => ({
      name: `choose members of ${what} that the host's tables cannot tell apart`,
      code: `const list = Array.from({ length: 150_000 }, (_, i) => (BigInt(i) << 64n) | 1n); try { await echo(${collection}); return 'passed' } catch (e) { return e.message }`,
      options: () => ({ ...echo(), timeoutMs: 20_000 }),
      repelled: ({ result }) => expect(result).toContain('share a hash'),
    }),
  ),
];
