import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import jsqr from 'jsqr';
import * as library from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import qr, { encode } from './index.js';
import { QR_MAX_BYTES, QR_MAX_DIGITS, QR_MAX_VERSION, QR_QUIET_ZONE } from './limits.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./index.ts', import.meta.url)));
});
afterAll(() => guest.close());

// Under Node's ESM the default export of this CommonJS module is the module.
const readCode = ((jsqr as { default?: unknown }).default ?? jsqr) as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string; binaryData: number[]; version: number } | null;

/** Reads a table of modules with a decoder that is not the library's. */
function decode(modules: boolean[][]): { data: string; binaryData: number[]; version: number } | null {
  const scale = 4;
  const edge = modules.length * scale;
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255);
  for (let y = 0; y < edge; y += 1) {
    for (let x = 0; x < edge; x += 1) {
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        pixels.fill(0, (y * edge + x) * 4, (y * edge + x) * 4 + 3);
    }
  }
  return readCode(pixels, edge, edge);
}

describe('encode', () => {
  it('gives the modules of the known example', () => {
    const code = guest.run('return pack.encode("HELLO WORLD", { ecc: "Q", border: 0 })') as ReturnType<typeof encode>;
    const row = (at: number) => code.data.at(at)?.map(Number).join('');
    expect([code.version, code.size, code.maskPattern]).toEqual([1, 21, 0]);
    expect(code.data.flat().filter(Boolean)).toHaveLength(218);
    expect([row(0), row(-1)]).toEqual(['111111101100001111111', '111111100001011100001']);
    expect(guest.run('return pack.encode("HELLO WORLD").size')).toBe(23);
  });

  it.each([
    ['a text', 'https://example.org/?q=1', 'M'],
    ['digits', '0123456789'.repeat(5), 'H'],
    ['capitals', 'HELLO WORLD', 'Q'],
    ['letters of many scripts', 'é漢😀 ßя', 'L'],
    ['a long text', 'The quick brown fox. '.repeat(40), 'L'],
  ] as const)('makes a code of %s that another decoder reads', (_name, text, ecc) => {
    const body = 'return pack.encode(input.text, { ecc: input.ecc, border: 4 })';
    const code = guest.run(body, { text, ecc }) as ReturnType<typeof encode>;
    expect(decode(code.data)).toMatchObject({ data: text, version: code.version });
    expect(code).toEqual(JSON.parse(JSON.stringify(library.encode(text, { ecc, border: 4 }))));
  });

  it('makes a code of bytes that another decoder reads', () => {
    const bytes = Array.from({ length: 256 }, (_, at) => at);
    const code = guest.run('return pack.encode(input, { border: 4 }).data', bytes) as boolean[][];
    expect(decode(code)?.binaryData).toEqual(bytes);
  });

  it('holds what a code can hold, and no more', () => {
    const sizes = `
      const sizeOf = (data) => { try { return pack.encode(data, { border: 0, maskPattern: 0 }).version } catch (e) { return [e.name, e.message] } };
      return [sizeOf('a'.repeat(${QR_MAX_BYTES})), sizeOf('a'.repeat(${QR_MAX_BYTES + 1})), sizeOf('1'.repeat(${QR_MAX_DIGITS})), sizeOf('1'.repeat(${QR_MAX_DIGITS + 1}))];`;
    const tooLong = ['RangeError', 'Data too long'];
    expect(guest.run(sizes)).toEqual([QR_MAX_VERSION, tooLong, QR_MAX_VERSION, tooLong]);
  });

  it('has options for version, mask, border and colours turned round', () => {
    expect(
      guest.run(`return [
        pack.encode('a', { minVersion: 5, border: 0 }).size,
        pack.encode('a', { maskPattern: 3 }).maskPattern,
        pack.encode('a', { border: ${QR_QUIET_ZONE} }).size,
        pack.encode('a', { border: 0 }).data[0][0], pack.encode('a', { border: 0, invert: true }).data[0][0],
        pack.QrCodeDataType.Position, pack.encode('a', { border: 0 }).types[0][0]]`),
    ).toEqual([37, 3, 29, true, false, 2, 2]);
  });
});

describe('the renderers', () => {
  it('give SVG whose squares are the dark modules', () => {
    const options = { ecc: 'M', border: 4, pixelSize: 2, whiteColor: '#eee', blackColor: '#333' } as const;
    const svg = String(guest.run('return pack.renderSVG("a", input)', options));
    expect(svg).toBe(library.renderSVG('a', options));
    expect(svg).toMatch(
      /^<svg [^>]*viewBox="0 0 58 58"><rect fill="#eee" width="58" height="58"\/><path fill="#333" d="/,
    );
    const dark = encode('a', { ecc: 'M', border: 0 }).data.flat().filter(Boolean);
    expect(svg.match(/M\d+,\d+h2v2h-2z/g)).toHaveLength(dark.length);
  });

  it('give lines of text', () => {
    const [plain, compact, ansi] = guest.run(
      'return [pack.renderUnicode("a"), pack.renderUnicodeCompact("a"), pack.renderANSI("a")]',
    ) as string[];
    expect(plain?.split('\n').map((line) => line.length)).toEqual(Array.from({ length: 23 }, () => 23));
    const modules = plain?.split('\n').map((line) => [...line].map((unit) => unit === '░')) ?? [];
    expect(modules).toEqual(encode('a').data);
    expect(compact?.split('\n')).toHaveLength(12);
    expect(ansi).toContain('\u001b[');
  });
});

describe('the module', () => {
  it('has everything the library has, and a default namespace', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual([...Object.keys(library), 'default'].sort());
    expect(guest.run('return pack.default.encode === pack.encode')).toBe(true);
    expect(qr.encode).toBe(encode);
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});
