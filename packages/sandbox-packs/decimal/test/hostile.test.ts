import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest, textMutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.Decimal("0.1").plus("0.2").toString()')).toBe('0.3');
  expect(guest.run('return [Object.keys(Object.prototype), ({}).s ?? null]')).toEqual([[], null]);
  guest.close();
});

describe('decimal under attack', () => {
  it('reads numbers of very many digits and exponents past every bound', () => {
    expect(guest.run('return pack.Decimal("9".repeat(100000)).sd()')).toBe(100_000);
    expect(
      guest.run(`return ['1e9000000000000000', '1e9000000000000001', '-1e99999999999999999999', '1e-9000000000000001']
        .map((n) => String(pack.Decimal(n)))`),
    ).toEqual(['1e+9000000000000000', 'Infinity', '-Infinity', '0']);
  });

  it('does not take an object for a number because it looks like one', () => {
    const lies = [
      '{ s: 1, e: 0, d: [7] }',
      '{ s: 1, e: 0, d: [7], constructor: pack.Decimal }',
      '{ __proto__: null }',
      '() => 1',
      'Symbol.iterator',
      'new Date(0)',
      'Promise.resolve(1)',
    ];
    for (const lie of lies) {
      expect(guest.run(`try { pack.Decimal(${lie}); return 'no error' } catch (e) { return e.name }`)).toMatch(
        /^(Type)?Error$/,
      );
    }
  });

  it('takes names like parts of a prototype for what they are', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(() => guest.run(`return String(pack.Decimal(${JSON.stringify(name)}))`)).toThrow(
        `[DecimalError] Invalid argument: ${name}`,
      );
    }
    const body = `
      const settings = JSON.parse('{"__proto__": {"precision": 3}, "constructor": 1}');
      const Own = pack.Decimal.clone(settings);
      return [Own.precision, pack.Decimal.precision, ({}).precision ?? null];`;
    expect(guest.run(body)).toEqual([20, 20, null]);
  });

  it('refuses settings and places that are none', () => {
    for (const call of [
      'Decimal.set({ precision: 0 })',
      'Decimal.set({ precision: 1.5 })',
      'Decimal.set({ rounding: 9 })',
      'Decimal.set({ precision: "20" })',
      'Decimal.set(null)',
      'Decimal(1).toFixed(-1)',
      'Decimal(1).toFixed(1e9 + 1)',
      'Decimal(1).toFixed("2")',
    ]) {
      expect(() => guest.run(`return String(pack.${call})`)).toThrow('[DecimalError]');
    }
  });

  it('answers or throws its own error for every mutation of a good number', () => {
    const good = '-1234567.890123e+45';
    const body = `
      return [...new Set(input.map((text) => {
        try { return typeof pack.Decimal(text).toString(); } catch (e) { return e.message.slice(0, 14); }
      }))].sort()`;
    expect(guest.run(body, textMutations(good))).toEqual(['[DecimalError]', 'string']);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const line = { price: '19.99', qty: 3 };
    const growth = await growthPerDoubling(
      entry,
      'return input.reduce((sum, { price, qty }) => sum.plus(new pack.Decimal(price).times(qty)), new pack.Decimal(0)).toFixed(2);',
      (kib) => Array.from({ length: Math.ceil((kib * 1024) / JSON.stringify(line).length) }, () => line),
    );
    expect(growth).toBeLessThanOrEqual(3);
  });
});
