import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { GifReader } from 'omggif';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import gif, { GIFEncoder } from './index.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
});
afterAll(() => guest.close());

/** 4 × 4 pixels, red and blue by turns. */
const CHESS = `const rgba = new Uint8Array(64);
  for (let at = 0; at < 16; at++) rgba.set(at % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);`;
const encode = (frames: number): Uint8Array =>
  Uint8Array.from(
    guest.run(`${CHESS} const palette = pack.quantize(rgba, 2); const gif = pack.GIFEncoder();
      for (let at = 0; at < ${frames}; at++) gif.writeFrame(pack.applyPalette(rgba, palette), 4, 4, { palette });
      gif.finish(); return [...gif.bytes()];`) as number[],
  );
/** Pixels of one frame, as a decoder that is not the library's reads them. */
function decode(bytes: Uint8Array, frame: number): number[] {
  const reader = new GifReader(Buffer.from(bytes));
  const pixels = new Uint8Array(reader.width * reader.height * 4);
  reader.decodeAndBlitFrameRGBA(frame, pixels);
  return [...pixels];
}

describe('a GIF', () => {
  it.each([
    [1, 71],
    [2, 109],
  ])('of %i frames has %i bytes, and its parts where the format wants them', (frames, length) => {
    const bytes = encode(frames);
    expect(bytes).toHaveLength(length);
    expect(String.fromCharCode(...bytes.slice(0, 6))).toBe('GIF89a');
    expect([...bytes.slice(6, 10), bytes.at(-1)]).toEqual([4, 0, 4, 0, 0x3b]);
    const controls = bytes.filter((byte, at) => byte === 0x21 && bytes[at + 1] === 0xf9);
    expect(controls).toHaveLength(frames);
  });

  it('gives its pixels back to another decoder', () => {
    const pixels = Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255])).flat();
    const bytes = encode(2);
    expect([decode(bytes, 0), decode(bytes, 1)]).toEqual([pixels, pixels]);
  });

  it('keeps delay, repeats and the colour that is see-through', () => {
    const bytes = guest.run(`const gif = pack.GIFEncoder(); const palette = [[1, 2, 3], [4, 5, 6]];
      gif.writeFrame(new Uint8Array([0, 1]), 2, 1, { palette, delay: 80, repeat: 3, transparent: true, transparentIndex: 1, dispose: 2 });
      gif.finish(); return [...gif.bytes()];`) as number[];
    const reader = new GifReader(Buffer.from(bytes));
    expect(reader.loopCount()).toBe(3);
    expect(reader.frameInfo(0)).toMatchObject({ delay: 8, disposal: 2, transparent_index: 1, width: 2, height: 1 });
    expect(decode(Uint8Array.from(bytes), 0)).toEqual([1, 2, 3, 255, 0, 0, 0, 0]);
  });

  it('may have a palette for each frame, smaller frames, and begin again', () => {
    const bytes = guest.run(`const gif = pack.GIFEncoder();
      gif.writeFrame(new Uint8Array(9), 3, 3, { palette: [[9, 9, 9]] }); gif.reset();
      gif.writeFrame(new Uint8Array(4), 2, 2, { palette: [[1, 1, 1]] });
      gif.writeFrame(new Uint8Array([2]), 1, 1, { palette: [[0, 0, 0], [1, 1, 1], [7, 8, 9]] });
      gif.finish(); return [...gif.bytes()];`) as number[];
    const reader = new GifReader(Buffer.from(bytes));
    expect([reader.width, reader.numFrames()]).toEqual([2, 2]);
    expect(decode(Uint8Array.from(bytes), 1).slice(0, 4)).toEqual([7, 8, 9, 255]);
  });

  it('of many colours is read back as the palette says', () => {
    const [rgba, palette, bytes] = guest.run(`
      const rgba = Uint8Array.from({ length: 32 * 32 * 4 }, (_, at) => at % 4 === 3 ? 255 : (at * 37) % 256);
      const palette = pack.quantize(rgba, 64); const index = pack.applyPalette(rgba, palette);
      const gif = pack.GIFEncoder(); gif.writeFrame(index, 32, 32, { palette }); gif.finish();
      return [[...index].flatMap((at) => [...palette[at].slice(0, 3), 255]), palette, [...gif.bytes()]];`) as number[][];
    expect(palette?.length).toBeLessThanOrEqual(64);
    expect(decode(Uint8Array.from(bytes ?? []), 0)).toEqual(rgba);
  });
});

describe('the parts', () => {
  it('read the window of an array and nothing around it', () => {
    expect(
      guest.run(`const all = new Uint8Array(64).fill(9); const part = all.subarray(16, 24); part.set([255, 0, 0, 255, 0, 0, 255, 255]);
        const before = pack.quantize(part, 2).map((color) => color.slice(0, 3));
        const index = [...pack.applyPalette(part, [[255, 0, 0], [0, 0, 255]])];
        part[1] = 7; pack.prequantize(part);
        return [before.sort(), index, [...part], all[0], all[63]];`),
    ).toEqual([
      [
        [0, 0, 255],
        [255, 0, 0],
      ],
      [0, 1],
      [255, 5, 0, 255, 0, 0, 255, 255],
      9,
      9,
    ]);
  });

  it('find colours', () => {
    expect(
      guest.run(`const colors = [[0, 0, 0], [250, 0, 0]];
        return [pack.nearestColor(colors, [255, 10, 10]), pack.nearestColorIndex(colors, [1, 1, 1]), pack.nearestColorIndexWithDistance(colors, [250, 3, 4]), pack.nearestColorIndex([], [1, 1, 1])]`),
    ).toEqual([[250, 0, 0], 0, [1, 25], -1]);
  });

  it('are all in the default export, in the guest and in plain Node', () => {
    const names = Object.keys(gif).sort();
    expect(guest.run('return [Object.keys(pack).sort(), Object.keys(pack.default).sort()]')).toEqual([
      [...names, 'default'].sort(),
      names,
    ]);
    expect(gif.GIFEncoder).toBe(GIFEncoder);
  });
});
