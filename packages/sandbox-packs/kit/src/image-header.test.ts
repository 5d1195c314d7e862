import { describe, expect, it } from 'vitest';
import { IMAGE_AREA_MAX_PIXELS, IMAGE_EDGE_MAX_PIXELS, type ImageFormat, readImageHeader } from './index.js';

const ALL: readonly ImageFormat[] = ['png', 'jpeg', 'gif', 'webp', 'bmp'];
const read = (bytes: Uint8Array, formats: readonly ImageFormat[] = ALL) =>
  readImageHeader('x.y', 'image', bytes, formats);
const hex = (text: string) => Uint8Array.from(text.match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));

function png(width: number, height: number): Uint8Array {
  const bytes = hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000000 08060000 00 00000000');
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** Headers of 7 x 5 images, spelled out by the specifications of the formats. */
const SAMPLES: [string, ImageFormat, string][] = [
  ['PNG', 'png', '89504e470d0a1a0a 0000000d 49484452 00000007 00000005 08 02 00 00 00 b3fb4e5d'],
  [
    'baseline JPEG',
    'jpeg',
    'ffd8 ffe0 0010 4a46494600010101004800480000 ffc0 0011 08 0005 0007 03 012200 021101 031101',
  ],
  ['progressive JPEG with fill bytes', 'jpeg', 'ffd8 ffff ffe1 0004 0000 ffc4 0002 ff01 ffc2 0011 08 0005 0007 03'],
  ['GIF 87a', 'gif', '474946383761 0700 0500 800000'],
  ['GIF 89a', 'gif', '474946383961 0700 0500 800000'],
  ['lossy WebP', 'webp', '52494646 2c000000 57454250 56503820 20000000 300100 9d012a 0700 0500 01'],
  ['lossless WebP', 'webp', '52494646 1a000000 57454250 5650384c 0d000000 2f 06000100 00'],
  ['extended WebP', 'webp', '52494646 4a000000 57454250 56503858 0a000000 10 000000 060000 040000'],
  ['BMP', 'bmp', '424d 00000000 00000000 36000000 28000000 07000000 05000000'],
  ['BMP from the top', 'bmp', '424d 00000000 00000000 36000000 28000000 07000000 fbffffff'],
  ['BMP of OS/2', 'bmp', '424d 00000000 00000000 1a000000 0c000000 0700 0500 0100 1800'],
];

describe('readImageHeader', () => {
  it.each(SAMPLES)('reads a %s', (_name, format, bytes) => {
    expect(read(hex(bytes))).toEqual({ format, width: 7, height: 5 });
  });

  it.each(SAMPLES)('refuses every shorter %s', (_name, format, text) => {
    const whole = hex(text);
    const frame = text.replaceAll(' ', '').search(/ffc[02]0011080005/) / 2;
    const needed = { png: 33, jpeg: frame + 9, gif: 13, webp: text.includes('5650384c') ? 25 : 30, bmp: 26 }[format];
    for (let length = 0; length < whole.length; length += 1) {
      let outcome: unknown;
      try {
        outcome = read(whole.subarray(0, length));
      } catch (error) {
        outcome = error;
      }
      expect([length, outcome]).toEqual([
        length,
        length < needed
          ? expect.objectContaining({ code: expect.stringMatching(/^x\.(unsupported|bad-format)$/) })
          : expect.anything(),
      ]);
    }
  });

  it('reads the window of a larger buffer', () => {
    const buffer = new Uint8Array(100);
    buffer.set(png(3, 4), 11);
    expect(read(buffer.subarray(11, 44))).toEqual({ format: 'png', width: 3, height: 4 });
    expect(() => read(buffer.subarray(11, 43))).toThrow('header gives no size');
  });

  it('goes by the bytes and names the formats that do', () => {
    expect(() => read(hex('474946383961 0700 0500 800000'), ['png', 'jpeg'])).toThrow(
      'x.y: image is a GIF image. Pass PNG or JPEG bytes.',
    );
    for (const bytes of [new Uint8Array(), new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')])
      expect(() => read(bytes)).toThrow(expect.objectContaining({ name: 'PackInputError', code: 'x.unsupported' }));
  });

  it('refuses a size of zero', () => {
    for (const bytes of [png(0, 5), png(5, 0), hex('474946383961 0000 0500 800000')])
      expect(() => read(bytes)).toThrow(expect.objectContaining({ name: 'PackFormatError', code: 'x.bad-format' }));
  });

  it('holds the caps, in pixels of an edge and in all', () => {
    expect(read(png(IMAGE_EDGE_MAX_PIXELS, 2048))).toMatchObject({ width: 16_384, height: 2048 });
    expect(IMAGE_AREA_MAX_PIXELS).toBe(16_384 * 2048);
    for (const [width, height] of [
      [16_385, 1],
      [1, 60_000],
      [30_000, 30_000],
      [16_384, 2049],
      [0xffffffff, 0xffffffff],
    ] as const)
      expect(() => read(png(width, height))).toThrow(
        expect.objectContaining({ name: 'PackLimitError', code: 'x.too-large' }),
      );
  });

  it('ends in a JPEG of nothing but markers, fill bytes or empty segments', () => {
    const started = performance.now();
    for (const filler of [[0xff], [0xff, 0xd0], [0xff, 0xe0, 0, 2], [0xff, 0xe0, 0, 0], [0]]) {
      const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => filler[index % filler.length] ?? 0);
      bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 2]);
      expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'x.bad-format' }));
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
