import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import * as library from 'culori';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import color, { parse } from './index.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./index.ts', import.meta.url)));
});
afterAll(() => guest.close());

describe('parsing and writing', () => {
  it.each([
    ['formatHex("rebeccapurple")', '#663399'],
    ['formatHex(pack.parse("hsl(120 100% 25%)"))', '#008000'],
    ['formatHex("hwb(120 0% 50%)")', '#008000'],
    ['formatHex8("#f008")', '#ff000088'],
    ['formatRgb("#f008")', 'rgba(255, 0, 0, 0.53)'],
    ['formatHsl("#663399")', 'hsl(270, 50%, 40%)'],
    ['formatCss({ mode: "oklch", l: 0.7, c: 0.1, h: 200 })', 'oklch(0.7 0.1 200)'],
    ['formatHex(pack.interpolate(["red", "blue"])(0.5))', '#800080'],
    ['formatHex(pack.filterInvert(1)("#123456"))', '#edcba9'],
    ['nearest(["red", "green", "blue"])("darkgreen")[0]', 'green'],
  ])('%s', (call, answer) => {
    expect(guest.run(`return pack.${call}`)).toBe(answer);
  });

  it('reads a colour as its channels', () => {
    expect(guest.run('return [pack.parse("#f00"), pack.parse("rgb(255 0 0 / 50%)")]')).toEqual([
      { mode: 'rgb', r: 1, g: 0, b: 0 },
      { mode: 'rgb', r: 1, g: 0, b: 0, alpha: 0.5 },
    ]);
  });

  it('gives undefined for what is no colour, where one colour is asked for', () => {
    const body = `return ['nope', '', '#ff', 'rgb(1)', '__proto__', 'constructor', 'toString'].map((text) =>
      [pack.parse(text), pack.formatHex(text), pack.formatCss(text), pack.converter('oklch')(text)].every((v) => v === undefined));`;
    expect(guest.run(body)).toEqual([true, true, true, true, true, true, true]);
    expect(() => guest.run('return pack.wcagContrast("nope", "#fff")')).toThrow();
  });
});

describe('measures', () => {
  it('give the contrasts of WCAG', () => {
    expect(guest.run('return pack.wcagContrast("#000", "#fff")')).toBe(21);
    expect(Math.abs(Number(guest.run('return pack.wcagContrast("#767676", "#fff")')) - 4.542)).toBeLessThan(0.001);
  });

  it.each([
    [2.6772, -79.7751, 2.0425],
    [3.1571, -77.2803, 2.8615],
    [2.8361, -74.02, 3.4412],
    [-1.3802, -84.2814, 1],
  ])('give the published CIEDE2000 of (50, %f, %f)', (a, b, difference) => {
    const body = `return pack.differenceCiede2000()({ mode: 'lab65', l: 50, a: input[0], b: input[1] }, { mode: 'lab65', l: 50, a: 0, b: -82.7485 })`;
    expect(Math.abs(Number(guest.run(body, [a, b])) - difference)).toBeLessThan(0.0001);
  });

  it('know what a screen can show', () => {
    expect(guest.run('return [pack.inGamut("rgb")("color(display-p3 1 0 0)"), pack.inGamut("rgb")("red")]')).toEqual([
      false,
      true,
    ]);
    expect(guest.run('return pack.inGamut("rgb")(pack.toGamut("rgb", "oklch")("color(display-p3 1 0 0)"))')).toBe(true);
  });

  it('give in the guest what they give in V8, in every space', () => {
    const body = `
      const round = (c) => Object.fromEntries(Object.entries(c).map(([k, v]) => [k, typeof v === 'number' ? Number(v.toPrecision(10)) : v]));
      const modes = ['oklch', 'oklab', 'lab', 'lch', 'lab65', 'lch65', 'hsl', 'hsv', 'hwb', 'p3', 'rec2020', 'a98', 'prophoto', 'xyz50', 'xyz65', 'luv', 'lchuv', 'jab', 'jch', 'yiq', 'cubehelix', 'dlab', 'dlch', 'okhsl', 'okhsv', 'hsi', 'itp', 'lrgb', 'xyb'];
      return modes.flatMap((mode) => ['#663399', '#fa8072', 'rgb(1 200 30)'].map((css) => round(pack.converter(mode)(css))));`;
    const run = new Function('pack', body) as (pack: unknown) => unknown;
    expect(guest.run(body)).toEqual(run({ ...library }));
  });

  it('come back to the colour they started from', () => {
    const body = `
      return input.every((css) => ['oklch', 'lab', 'hsl', 'xyz65', 'jch'].every((mode) => pack.formatHex(pack.converter(mode)(css)) === css));`;
    expect(guest.run(body, ['#663399', '#000000', '#ffffff', '#fa8072', '#0180ff'])).toBe(true);
  });
});

describe('the module', () => {
  it('has everything the library has, and a default namespace', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual([...Object.keys(library), 'default'].sort());
    expect(Object.keys(library)).toHaveLength(219);
    expect(guest.run('return pack.default.parse === pack.parse')).toBe(true);
    expect(color.parse).toBe(parse);
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});
