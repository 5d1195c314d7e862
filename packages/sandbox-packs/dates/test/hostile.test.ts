import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATES_LINEAR_UP_TO_KIB } from '../src/limits.js';

const entry = fileURLToPath(new URL('./as-in-a-run.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.format(new Date(0), "yyyy")')).toBe('1970');
  expect(guest.run('return Object.keys(Object.prototype)')).toEqual([]);
  guest.close();
});

describe('dates under attack', () => {
  it('takes values that are no dates for invalid ones', () => {
    for (const value of ['undefined', 'null', '{}', '[]', '"nope"', 'NaN', '1e300', 'Promise.resolve()']) {
      expect(guest.run(`return pack.isValid(pack.addDays(${value}, 1))`), value).toBe(value === 'null');
    }
  });

  it.each([
    ['digits', '1'],
    ['hyphens', '-'],
    ['letters', 'T'],
    ['spaces', ' '],
  ])('reads 100 KB of %s as an invalid date', (_name, unit) => {
    const body = `
      const dates = [pack.parseISO(input), pack.parse(input, 'yyyy-MM-dd', new Date(0))];
      return dates.map((date) => pack.isValid(date));`;
    expect(guest.run(body, unit.repeat(100_000))).toEqual([false, false]);
  });

  it('ends formats that are all quotes or all tokens', () => {
    expect(guest.run('return pack.format(new Date(0), input).length', "'".repeat(20_000))).toBeGreaterThan(0);
    expect(guest.run('return pack.format(new Date(0), input).length', 'yyyy-'.repeat(4000))).toBe(20_000);
    expect(() => guest.run('return pack.format(new Date(0), input)', 'q'.repeat(10) + 'n')).toThrow('unescaped latin');
  });

  it('takes units and keys like parts of a prototype for nothing', () => {
    const body = `
      const odd = JSON.parse('{"__proto__": {"years": 5}, "constructor": 3, "toString": 1}');
      return [pack.add(new Date(0), odd).getTime(), ({}).years ?? null];`;
    expect(guest.run(body)).toEqual([0, null]);
  });

  it('answers or throws a RangeError for every mutation of a good text', () => {
    const good = '2024-02-29T13:05:09.123+02:00';
    const texts = Array.from({ length: 1000 }, (_, turn) => {
      const at = (turn * 48_271) % good.length;
      return turn % 2 === 0
        ? good.slice(0, at)
        : good.slice(0, at) + String.fromCharCode((turn * 16_807) % 256) + good.slice(at + 1);
    });
    const body = `
      return input.every((text) => {
        const date = pack.parseISO(text);
        return pack.isValid(date) ? pack.formatISO(date) !== '' : Number.isNaN(date.getTime());
      })`;
    expect(guest.run(body, texts)).toBe(true);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(
      entry,
      'for (const text of input) pack.format(pack.addMonths(pack.parseISO(text), 1), "EEEE, do MMMM yyyy");',
      (kib) =>
        Array.from({ length: (kib * 1024) / 13 }, (_, at) => new Date(at * 86_400_000).toISOString().slice(0, 10)),
    );
    expect(DATES_LINEAR_UP_TO_KIB).toBe(40);
    expect(growth).toBeLessThanOrEqual(3);
  });
});
