import { fileURLToPath } from 'node:url';
import { type GuestEngine, growthPerDoubling, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { GifReader } from 'omggif';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../src/guest.ts', import.meta.url));
let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(entry);
});
afterAll(() => {
  expect(guest.run('return pack.nearestColorIndex([[0, 0, 0]], [1, 1, 1])')).toBe(0);
  expect(guest.run('return Object.keys(Object.prototype)')).toEqual([]);
  guest.close();
});

const outcomeOf = (call: string): unknown =>
  guest.run(`try { ${call}; return 'done' } catch (e) { return [e.name, e.message] }`);
const frame = (index: string, width: string, height: string, options = '{ palette: [[0, 0, 0], [1, 1, 1]] }') =>
  outcomeOf(`pack.GIFEncoder().writeFrame(${index}, ${width}, ${height}, ${options})`);
const refused = (text: string) => ['RangeError', expect.stringContaining(text)];

describe('gif under attack', () => {
  it.each(['0', '-1', '1.5', 'NaN', 'Infinity', '16385', '1e9', '"2"', 'undefined', 'null', '{}', '2n'])(
    'refuses %s for an edge',
    (edge) => {
      expect(frame('new Uint8Array(2)', edge, '1')).toEqual(
        refused('the width of a frame is a whole number from 1 to 16384'),
      );
      expect(frame('new Uint8Array(2)', '1', edge)).toEqual(refused('the height of a frame'));
    },
  );

  it('refuses an index that does not fill the frame, or names no colour', () => {
    expect(frame('new Uint8Array(3)', '2', '2')).toEqual(refused('the index has 3 entries, a frame of 2 × 2 needs 4'));
    expect(frame('new Uint8Array(5)', '2', '2')).toEqual(refused('needs 4'));
    expect(frame('new Uint8Array([0, 0, 0, 2])', '2', '2')).toEqual(
      refused('index[3] is 2, but the palette has 2 colours'),
    );
    expect(frame('[0, 1, 0, "1"]', '2', '2')).toEqual(refused('index[3]'));
    for (const value of ['null', '7', '"aaaa"', '{ length: 4 }', 'new Float64Array(4)'])
      expect(frame(value, '2', '2')).toEqual(['TypeError', expect.stringContaining('must be a Uint8Array')]);
  });

  it('refuses a palette that is none', () => {
    const palettes = [
      '[]',
      'Array(257).fill([0, 0, 0])',
      '"red"',
      '[[0, 0]]',
      '[null]',
      '[["a", 0, 0]]',
      '{ length: 2 }',
      'true',
    ];
    for (const palette of palettes) {
      expect(frame('new Uint8Array(1)', '1', '1', `{ palette: ${palette} }`)).toEqual(refused('palette'));
      expect(outcomeOf(`pack.applyPalette(new Uint8Array(4), ${palette})`)).toEqual(refused('palette'));
    }
    for (const options of ['{}', '{ palette: null }', 'undefined'])
      expect(frame('new Uint8Array(1)', '1', '1', options)).toEqual(refused('the first frame needs a palette'));
  });

  it('refuses a later frame that is larger than the first', () => {
    expect(
      outcomeOf(`const gif = pack.GIFEncoder(); gif.writeFrame(new Uint8Array(1), 1, 1, { palette: [[0, 0, 0]] });
        gif.writeFrame(new Uint8Array(2), 2, 1)`),
    ).toEqual(refused('a frame of 2 × 1 is larger than the first, 1 × 1'));
    expect(
      outcomeOf(`const gif = pack.GIFEncoder(); const palette = [[0, 0, 0]];
        gif.writeFrame(new Uint8Array(1), 1, 1, { palette });
        gif.writeFrame(new Uint8Array(2), 2, 1, { palette, first: true })`),
    ).toEqual(refused('a frame of 2 × 1 is larger than the first, 1 × 1'));
  });

  it('writes nothing of a frame that it refuses', () => {
    expect(
      guest.run(`const gif = pack.GIFEncoder(); gif.writeFrame(new Uint8Array(1), 1, 1, { palette: [[0, 0, 0]] });
        const before = gif.bytes().length; try { gif.writeFrame(new Uint8Array(9), 1, 1) } catch {} return gif.bytes().length - before`),
    ).toBe(0);
  });

  it.each([
    'undefined',
    'null',
    '7',
    '"rgba"',
    '[]',
    '{}',
    'new Uint8Array(3)',
    'new Uint16Array(4)',
    'new ArrayBuffer(4)',
  ])('refuses %s for pixels', (pixels) => {
    for (const call of [`quantize(${pixels}, 2)`, `applyPalette(${pixels}, [[0, 0, 0]])`, `prequantize(${pixels})`])
      expect(outcomeOf(`pack.${call}`)).toEqual(['Error', expect.stringContaining('expected RGBA')]);
  });

  it.each(['0', '257', '1.5', 'NaN', '"2"', 'undefined'])('refuses %s colours', (colors) => {
    expect(outcomeOf(`pack.quantize(new Uint8Array(4), ${colors})`)).toEqual(refused('1 to 256 colours'));
  });

  it('makes a file that another decoder reads of every frame of seeded noise', () => {
    const files = guest.run(`let seed = 1; const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
      return Array.from({ length: 40 }, () => {
        const width = 1 + next(9), height = 1 + next(9), colors = 1 + next(256);
        const palette = Array.from({ length: colors }, () => [next(256), next(256), next(256)]);
        const index = Uint8Array.from({ length: width * height }, () => next(colors));
        const gif = pack.GIFEncoder(); gif.writeFrame(index, width, height, { palette }); gif.finish();
        return { bytes: [...gif.bytes()], pixels: [...index].flatMap((at) => [...palette[at], 255]) };
      });`) as { bytes: number[]; pixels: number[] }[];
    for (const { bytes, pixels } of files) {
      const reader = new GifReader(Buffer.from(bytes));
      const read = new Uint8Array(reader.width * reader.height * 4);
      reader.decodeAndBlitFrameRGBA(0, read);
      expect([...read]).toEqual(pixels);
    }
  });

  it('needs no more than three times as long for twice the input', async () => {
    const growth = await growthPerDoubling(
      entry,
      `const rgba = Uint8Array.from(input); const palette = pack.quantize(rgba, 16); const gif = pack.GIFEncoder();
       gif.writeFrame(pack.applyPalette(rgba, palette), 16, rgba.length / 64, { palette });`,
      (kib) => Array.from({ length: kib * 1024 }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256)),
    );
    expect(growth).toBeLessThanOrEqual(3);
  });
});
