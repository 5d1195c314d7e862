import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type GuestRealm } from '../../test/guest-realm.js';

let guest: GuestRealm;
beforeEach(async () => {
  guest = await bootGuest();
});
afterEach(() => guest.dispose());

/** Counts how many calls are at work at once while each waits three turns. */
const COUNT = `
  let running = 0, most = 0;
  const work = async (item) => { running++; most = Math.max(most, running); await null; await null; await null; running--; return item * 2; };`;

describe('parallelMap', () => {
  it('gives results in input order and passes the index', () => {
    expect(
      guest.run(`
      const order = [];
      const results = await parallelMap([3, 1, 2], async (item, index) => {
        for (let turn = 0; turn < item; turn++) await null;
        order.push(item);
        return [item, index];
      });
      return [results, order];`),
    ).toEqual([
      [
        [3, 0],
        [1, 1],
        [2, 2],
      ],
      [1, 2, 3],
    ]);
  });

  it.each([
    ['undefined', 5],
    ['1', 1],
    ['3.9', 3],
    ['0', 1],
    ['-4', 1],
    ['100', 32],
    ['"2"', 2],
    ['NaN', 5],
    ['Infinity', 5],
    ['{}', 5],
  ])('works on at most the given number of items: %s', (concurrency, most) => {
    expect(
      guest.run(`${COUNT}
      const results = await parallelMap(Array.from({ length: 40 }, (_, i) => i), work, ${concurrency});
      return [most, results.length, results[39]];`),
    ).toEqual([most, 40, 78]);
  });

  it.each([
    ['new Set([1, 2])', [2, 4]],
    ['(function* () { yield 1; yield 2; })()', [2, 4]],
    ['"12"', [2, 4]],
    ['{ length: 2, 0: 1, 1: 2 }', [2, 4]],
    ['new Uint8Array([1, 2])', [2, 4]],
    ['[]', []],
    ['""', []],
  ])('takes %s', (items, results) => {
    expect(guest.run(`return await parallelMap(${items}, (item) => item * 2);`)).toEqual(results);
  });

  it('rejects with the first failure and starts no further item', () => {
    expect(
      guest.run(`
      const started = [];
      let caught;
      try {
        await parallelMap([1, 2, 3, 4, 5, 6], async (item) => {
          started.push(item);
          await null;
          if (item === 2) throw new RangeError('two');
          await null; await null;
        }, 2);
      } catch (error) { caught = String(error); }
      for (let turn = 0; turn < 20; turn++) await null;
      return [caught, started];`),
    ).toEqual(['RangeError: two', [1, 2]]);
  });

  it('stops at a function that throws at once', () => {
    expect(
      guest.run(`
      const started = [];
      const error = await parallelMap([1, 2, 3], (item) => { started.push(item); throw item; }, 3).catch((e) => e);
      return [error, started];`),
    ).toEqual([1, [1]]);
  });

  it.each([
    ['[1], 5', /fn must be a function/],
    ['5, (x) => x', /iterable/],
    ['null, (x) => x', /iterable.*null/],
    ['{}, (x) => x', /iterable/],
    ['[1]', /fn must be a function/],
  ])('rejects parallelMap(%s)', (args, message) => {
    expect(() => guest.run(`return await parallelMap(${args});`)).toThrow(message);
    expect(() => guest.run(`return await parallelMap(${args});`)).toThrow(/^TypeError/);
    expect(
      guest.run(
        `return parallelMap(${args}) instanceof Promise ? (parallelMap(${args}).catch(() => {}), parallelMap(${args}).catch(() => 'rejected')) : 0;`,
      ),
    ).toBe('rejected');
  });

  it('works after a program has replaced promises and arrays', () => {
    guest.run(`
      const { log } = console;
      const { then } = Promise.prototype;
      const { apply, defineProperty } = Reflect;
      const broken = () => { throw new Error('tampered'); };
      Promise.prototype.then = Promise.resolve = Array.prototype[Symbol.iterator] = broken;
      Object.defineProperty(Array.prototype, 0, { set: broken, configurable: true });
      Object.defineProperty(Promise.prototype, 'constructor', { get: broken, configurable: true });
      const mapped = parallelMap([1, 2], (item) => item + 1);
      defineProperty(mapped, 'constructor', { __proto__: null, value: undefined });
      apply(then, mapped, [(value) => { log(value); }]);
      delete Array.prototype[0]; // the engine's own JSON.stringify would meet it
`);
    expect(guest.logs).toEqual(['log: [\n  2,\n  3\n]']);
  });
});
