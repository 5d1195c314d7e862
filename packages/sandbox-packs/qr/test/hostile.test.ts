import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.encode("a").size')).toBe(23);
  expect(guest.run('return Object.keys(Object.prototype)')).toEqual([]);
  guest.close();
});

const outcomeOf = (call: string): unknown =>
  guest.run(`try { return ${call} } catch (e) { return [e.name, e.message] }`);

describe('qr under attack', () => {
  it('refuses what is neither text nor a list of bytes', () => {
    for (const value of ['undefined', 'null', '7', '{}', 'new Uint8Array(2)', 'Promise.resolve("a")']) {
      expect(outcomeOf(`pack.encode(${value})`)).toEqual(['Error', expect.stringContaining('only supports encoding')]);
    }
    for (const value of ['[256]', '[-1]']) {
      expect(outcomeOf(`pack.encode(${value})`)).toEqual(['RangeError', 'Value out of range']);
    }
  });

  it('refuses texts that are no Unicode, and options out of range', () => {
    expect(outcomeOf('pack.encode("\\ud800")')).toEqual(['URIError', expect.any(String)]);
    for (const options of [
      '{ minVersion: 0 }',
      '{ maxVersion: 41 }',
      '{ minVersion: 5, maxVersion: 4 }',
      '{ maskPattern: 8 }',
    ]) {
      expect(outcomeOf(`pack.encode("a", ${options})`)).toEqual(['RangeError', 'Invalid value']);
    }
    expect(outcomeOf('pack.encode("a", { ecc: "__proto__" })')).toEqual(['TypeError', expect.any(String)]);
  });

  it('refuses a megabyte without making anything of it', () => {
    for (const unit of ['a', '1', '漢', 'A']) {
      expect(outcomeOf(`pack.encode(${JSON.stringify(unit)}.repeat(1000000 / ${Buffer.byteLength(unit)}))`)).toEqual([
        'RangeError',
        'Data too long',
      ]);
    }
  });

  it('writes a text into modules only, never into the SVG', () => {
    const svg = String(guest.run(`return pack.renderSVG('"/><script>alert(1)</script>')`));
    expect(svg).not.toContain('script');
    expect(svg).toMatch(/^<svg [^<>]*><rect [^<>]*\/><path [^<>]*\/><\/svg>$/);
  });

  it('makes a code of every short text of seeded noise', () => {
    const texts = Array.from({ length: 60 }, (_, turn) =>
      Array.from({ length: turn % 20 }, (_unit, at) =>
        String.fromCharCode(((turn * 48_271 + at * 16_807) % 55_000) + 1),
      ).join(''),
    );
    const body = 'return input.every((text) => pack.encode(text, { maskPattern: 0 }).size >= 23)';
    expect(guest.run(body, texts)).toBe(true);
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(
      entry,
      'for (const text of input) pack.renderSVG(text, { maskPattern: 0 });',
      (kib) => Array.from({ length: kib * 8 }, () => 'https://example.org/a?b=c&'.repeat(5).slice(0, 128)),
    );
    expect(growth).toBeLessThanOrEqual(3);
  });
});
