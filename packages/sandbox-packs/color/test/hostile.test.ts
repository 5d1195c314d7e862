import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest, textMutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOR_LINEAR_UP_TO_KIB } from '../src/limits.js';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.formatHex("red")')).toBe('#ff0000');
  expect(guest.run('return [Object.keys(Object.prototype), ({}).r ?? null]')).toEqual([[], null]);
  guest.close();
});

describe('color under attack', () => {
  it('gives undefined for values that are neither text nor colour', () => {
    for (const value of ['undefined', 'null', '7', '{}', '[]', 'true', 'new Uint8Array(2)']) {
      expect(guest.run(`return pack.parse(${value}) === undefined`), value).toBe(true);
    }
  });

  it('changes no prototype for spaces that there are not', () => {
    const body = `
      try { pack.converter(input)("red") } catch {}
      try { pack.formatHex({ mode: input, r: 1 }) } catch {}
      return [Object.keys(Object.prototype), Object.keys(Object.getPrototypeOf(() => {})), ({}).r ?? null];`;
    for (const mode of ['nope', '__proto__', 'constructor']) expect(guest.run(body, mode)).toEqual([[], [], null]);
    expect(() => guest.run('return pack.converter("nope")("red")')).toThrow();
  });

  it.each([
    ['letters', 'a'],
    ['spaces', 'rgb( '],
    ['brackets', '('],
    ['digits', '1'],
    ['signs', '#'],
    ['commas', 'rgb(1,'],
  ])('reads 100 KB of %s', (_name, unit) => {
    expect(guest.run('return pack.parse(input) === undefined', unit.repeat(100_000 / unit.length))).toBe(true);
  });

  it('writes numbers that no screen has as ones that it has', () => {
    expect(guest.run('return pack.formatHex({ mode: "rgb", r: Infinity, g: 1e9, b: -5 })')).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('answers every mutation of a good text, or throws where `color(` breaks off', () => {
    const good = 'color(display-p3 0.5 0.25 1 / 50%)';
    const body = `
      return input.filter((text) => {
        try { return !['object', 'undefined'].includes(typeof pack.parse(text)) } catch (e) { return !(e instanceof TypeError) }
      })`;
    expect(guest.run(body, textMutations(good))).toEqual([]);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(
      entry,
      'const toOklch = pack.converter("oklch"); for (const css of input) pack.formatHex({ ...toOklch(css), l: 0.5 });',
      (kib) =>
        Array.from({ length: (kib * 1024) / 8 }, (_, at) => `#${(at * 40_503 + 0x100000).toString(16).slice(0, 6)}`),
    );
    expect(COLOR_LINEAR_UP_TO_KIB).toBe(40);
    expect(growth).toBeLessThanOrEqual(3);
  });
});
