import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATS_LINEAR_UP_TO_KIB } from '../src/limits.js';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.mean([1, 2, 3])')).toBe(2);
  expect(guest.run('return [Object.keys(Object.prototype), ({}).x ?? null]')).toEqual([[], null]);
  guest.close();
});

describe('stats under attack', () => {
  it('throws or gives NaN for what is no list of numbers', () => {
    for (const value of ['undefined', 'null', '7', '{}', '"12"', '["a"]', '[null]', '[{}]', '[undefined]', '[NaN]']) {
      const outcome = guest.run(`try { return String(pack.mean(${value})) } catch (e) { return e.name }`);
      expect(['NaN', 'TypeError', 'Error', '0'], value).toContain(outcome);
    }
  });

  it('refuses shares outside 0 to 1 and groups that cannot be', () => {
    for (const call of ['quantile([1], 2)', 'quantile([1], -1)', 'ckmeans([1], 3)', 'chunk([1], 0)', 'factorial(-1)']) {
      expect(() => guest.run(`return pack.${call}`), call).toThrow(/must be|cannot|requires/);
    }
    expect(() => guest.run('return pack.sampleCorrelation([1], [1, 2])')).toThrow('equal lengths');
  });

  it('changes no list that it is given', () => {
    const body = `
      const x = Object.freeze([5, 3, 9, 1]);
      pack.median(x); pack.quantile(x, 0.3); pack.mode(x); pack.iqr(x); pack.ckmeans(x, 2); pack.mad(x); pack.shuffle(x);
      return x;`;
    expect(guest.run(body)).toEqual([5, 3, 9, 1]);
  });

  it('keeps a category named like a part of a prototype out of every prototype', () => {
    const body = `
      const b = new pack.BayesianClassifier();
      try { b.train(JSON.parse('{"__proto__": "x", "a": 1}'), '__proto__'); b.score({ a: 1 }); } catch {}
      return [Object.keys(Object.prototype), ({}).a ?? null];`;
    expect(guest.run(body)).toEqual([[], null]);
  });

  it('takes infinite and enormous numbers', () => {
    expect(guest.run('return [pack.max([1e308, Infinity]), pack.sum([Infinity, -Infinity])].map(String)')).toEqual([
      'Infinity',
      'NaN',
    ]);
    expect(guest.run('return pack.mean(Array.from({ length: 200000 }, (_, at) => at))')).toBe(99_999.5);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(
      entry,
      'const { mean, median, quantile, standardDeviation } = pack; [mean(input), median(input), quantile(input, 0.9), standardDeviation(input)];',
      (kib) => Array.from({ length: (kib * 1024) / 8 }, (_, at) => Math.round(Math.abs(Math.sin(at)) * 1e6)),
    );
    expect(STATS_LINEAR_UP_TO_KIB).toBe(40);
    expect(growth).toBeLessThanOrEqual(3);
  });
});
