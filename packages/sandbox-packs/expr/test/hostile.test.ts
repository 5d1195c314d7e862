import { hostCaller, mutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';

const call = hostCaller('expr', functions);
const evaluate = (formula: unknown, variables?: unknown): Promise<unknown> => call('evaluate', formula, variables);

async function expectRefused(outcome: Promise<unknown>, code: string): Promise<void> {
  const error = await outcome.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)?.slice(0, 200)}`),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code, message: expect.stringMatching(/^expr\.evaluate: /) });
}

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await evaluate('1 + 1')).toBe(2);
  for (const prototype of [Object.prototype, Array.prototype, Function.prototype])
    expect(Object.keys(prototype)).toEqual([]);
}

describe('expr under attack', () => {
  it.each([
    'toString',
    'valueOf',
    'hasOwnProperty',
    'constructor',
    '__proto__',
    '__defineGetter__',
    'isPrototypeOf',
    'prototype',
    'o.__proto__',
    'o.constructor',
    'o.toString()',
    'o.a.prototype',
    '"".constructor',
    'max.constructor("return process")()',
    'f(x)=x; f.constructor',
    'constructor = 1',
    'toString(x) = 1',
    'f(__proto__) = 1; f(1)',
    'o . /* x */ constructor',
    '__counter',
    'lambda_0',
    'f(x)=x; lambda_0(1)',
  ])('refuses the name in %j', async (formula) => {
    await expectRefused(evaluate(formula, { o: { a: {} } }), 'expr.bad-argument');
    await expectAliveAndClean();
  });

  it.each([
    'max',
    'f(x)=x; f',
    '[max]',
    '"abc".toUpperCase',
    '"abc".toUpperCase()',
    'map("abc".at, [0])',
    '[1].map',
    '[1].push(2)',
    'max.call(1)',
    'map(max.bind, [1])',
    'max.caller',
    'max || ""',
    'length max',
    '"" + max || ""',
    'join("", [max])',
    '1(2)',
    'process.exit(1)',
    'globalThis',
    'this',
    'require("fs")',
    'eval("1")',
    'o.f(1)',
    'null_.a',
    'join(max, [1, 2])',
  ])('gives no function away with %j', async (formula) => {
    const outcome = await evaluate(formula, { o: { f: 1 }, null_: null }).catch((error: unknown) => error);
    if (typeof outcome !== 'number' || !Number.isNaN(outcome)) {
      expect(outcome).toMatchObject({ code: expect.stringMatching(/^expr\.bad-(argument|format)$/) });
    }
  });

  it('keeps odd keys of data as data', async () => {
    const o: unknown = JSON.parse('{"a":{"__proto__":{"x":1},"constructor":2}}');
    const result = (await evaluate('o.a', { o })) as object;
    expect(Object.entries(result)).toEqual([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    await expectRefused(evaluate('o.x', { o: Object.create({ x: 1 }) }), 'expr.bad-argument');
    await expectRefused(evaluate('o.a.x', { o }), 'expr.bad-argument');
    const own: unknown = JSON.parse('{"__proto__":1,"x":2}');
    expect(await evaluate('x', own)).toBe(2);
    const list = [1];
    await evaluate('a = 5; a', { a: list });
    expect(list).toEqual([1]);
    await expectAliveAndClean();
  });

  it('refuses other kinds', async () => {
    for (const formula of [7, null, undefined, {}, ['1'], new Uint8Array(1), Promise.resolve('1')])
      await expectRefused(evaluate(formula), 'expr.bad-argument');
    for (const variables of [7, 'x', [], new Map(), new Date(0)])
      await expectRefused(evaluate('1', variables), 'expr.bad-argument');
    for (const x of [() => 1, new Uint8Array(1), new Map(), new Date(0), 1n, Symbol('x'), [undefined], { f: () => 1 }])
      await expectRefused(evaluate('1', { x }), 'expr.bad-argument');
    for (const name of ['', 'a b', '1a', 'a-b', 'a.b', '😀'])
      await expectRefused(evaluate('1', { [name]: 1 }), 'expr.bad-argument');
    await expectRefused(evaluate('max + 1', { max: 1 }), 'expr.bad-argument');
    for (const formula of [
      '[1] + 1',
      'o < 1',
      'sqrt([4])',
      'sum([[1]])',
      '"a" || [1]',
      '[1][[0]]',
      'indexOf([1], "1")',
      'join(",", [[1]])',
    ])
      await expectRefused(evaluate(formula, { o: {} }), 'expr.bad-argument');
  });

  it('stops formulas that do not end', { timeout: 30_000 }, async () => {
    for (const formula of [
      'f(x)=f(x);f(1)',
      'f(x)=x and f(x);f(1)',
      'f(x)=g(x);g(x)=f(x);f(1)',
      'f(x)=map(f,[x]);f(1)',
    ])
      await expectRefused(evaluate(formula), 'expr.too-deep');
    const started = performance.now();
    await expectRefused(evaluate('f(n)=n<2?1:f(n-1)+f(n-2);f(60)'), 'expr.timeout');
    expect(performance.now() - started).toBeLessThan(15_000);
    for (const formula of ['fac(1e9)', '1e9!', 'fac(1000001)'])
      await expectRefused(evaluate(formula), 'expr.too-large');
    await expectAliveAndClean();
  });

  it('bounds nesting and length', async () => {
    const nested = (levels: number) => `${'('.repeat(levels)}1${')'.repeat(levels)}`;
    expect(await evaluate(nested(200))).toBe(1);
    await expectRefused(evaluate(nested(201)), 'expr.too-deep');
    await expectRefused(evaluate(`${'['.repeat(4990)}1`), 'expr.too-deep');
    await expectRefused(evaluate(nested(5000)), 'expr.too-large');
    await expectRefused(evaluate('9'.repeat(1_000_000)), 'expr.too-large');
    expect(await evaluate('9'.repeat(10_000))).toBe(Number.POSITIVE_INFINITY);
    for (const part of ['-', 'not ', '2^', '1?', 'a=', '"\\"', '/**/', '[', ',', '1,', ';', '!', ' ', '/*'])
      for (const formula of [part.repeat(10_000 / part.length - 1), `1${part.repeat(10_000 / part.length - 1)}1`]) {
        const outcome = await evaluate(formula).catch((error: unknown) => error);
        if (typeof outcome === 'object')
          expect(outcome).toMatchObject({ code: expect.stringMatching(/^expr\.(bad|too)-/) });
      }
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    await expectRefused(evaluate('1', { deep }), 'expr.too-deep');
  });

  it('bounds what is built, given and given back', async () => {
    const started = performance.now();
    const repeated = (first: string, step: string, last: string) => `${first}${step.repeat(60)}${last}`;
    await expectRefused(evaluate(repeated('s="x";', 's=s||s;', 's')), 'expr.too-large');
    await expectRefused(evaluate(repeated('a=[1];', 'a=a||a;', 'length a')), 'expr.too-large');
    await expectRefused(evaluate(repeated('a=[1];', 'a=[a,a];', 'a')), 'expr.too-many');
    await expectRefused(evaluate(repeated('a=[1];', 'a=[a,a];', 'a + 1')), 'expr.bad-argument');
    await expectRefused(evaluate(repeated('a=[1];', 'a=[a,a];', 'join("", a)')), 'expr.bad-argument');
    await expectRefused(evaluate('join(s, a)', { s: 'x'.repeat(1_000_000), a: [1, 2, 3] }), 'expr.too-large');
    await expectRefused(evaluate('1', { a: Array.from({ length: 100_001 }, () => 1) }), 'expr.too-many');
    await expectRefused(evaluate('1', { s: 'x'.repeat(1_048_577) }), 'expr.too-large');
    let shared: unknown = [1];
    for (let level = 0; level < 60; level += 1) shared = [shared, shared];
    await expectRefused(evaluate('1', { shared }), 'expr.too-many');
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    await expectRefused(evaluate('1', { cyclic }), 'expr.too-deep');
    expect(performance.now() - started).toBeLessThan(15_000);
    await expectAliveAndClean();
  });

  it('answers or refuses every mutation of a good formula', { timeout: 60_000 }, async () => {
    const good = new TextEncoder().encode(
      'f(x) = x > 2 ? "a\\"b" : o.k[1]; map(f, [1, n, 3!]) || ["c" || \'d\'] /* e */',
    );
    for (const bytes of mutations(good)) {
      const formula = String.fromCharCode(...bytes);
      const outcome = await evaluate(formula, { n: 2, o: { k: [1, 2] } }).catch((error: unknown) => error);
      if (outcome instanceof Error)
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^expr\.(bad-argument|bad-format|too-\w+)$/) });
    }
    await expectAliveAndClean();
  });
});
