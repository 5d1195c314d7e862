import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest, textMutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { __CONSTANT___MAX_TIMES } from '../src/limits.js';

const entry = fileURLToPath(new URL('../src/guest.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.repeat("a", 1)')).toBe('a');
  expect(guest.run('return Object.keys(Object.prototype)')).toEqual([]);
  guest.close();
});

describe('__NAME__ under attack', () => {
  it.each(['undefined', 'null', '7', '{}', '[]', 'Symbol()', '{ toString: () => "a" }'])('refuses %s', (value) => {
    expect(() => guest.run(`return pack.repeat(${value})`)).toThrow('must be a string');
  });

  it.each(['-1', '1.5', 'NaN', 'Infinity', '"2"', 'null', String(__CONSTANT___MAX_TIMES + 1)])(
    'refuses %s times',
    (times) => {
      expect(() => guest.run(`return pack.repeat("a", ${times})`)).toThrow('whole number from 0 to');
    },
  );

  it('answers every mutation of a good text', () => {
    const body = 'return input.every((text) => pack.repeat(text) === text + text)';
    expect(guest.run(body, textMutations('some text'))).toBe(true);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(entry, 'pack.repeat(input, 100);', (kib) => 'a'.repeat(kib * 1024));
    expect(growth).toBeLessThanOrEqual(3);
  });
});
