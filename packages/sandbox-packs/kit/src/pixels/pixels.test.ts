import { createCanvas, ImageData } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { checkImage, decodePixels, encodePng, flattenOnWhite } from './index.js';

const WHERE = 'ocr.recognize';
const decode = (bytes: Uint8Array) => decodePixels(WHERE, 'image', bytes);

/** Left half red, right half blue at half strength. */
function twoHalves() {
  const canvas = createCanvas(20, 10);
  const context = canvas.getContext('2d');
  context.putImageData(new ImageData(20, 10), 0, 0);
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 10, 10);
  context.fillStyle = 'rgba(0, 0, 255, 0.5)';
  context.fillRect(10, 0, 10, 10);
  return canvas;
}

/** A BMP of 2 × 2 pixels, written by hand: rows from below, blue green red. */
function bmp(): Uint8Array {
  const bytes = new Uint8Array(70);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, 70, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 2, true);
  view.setInt32(22, 2, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  bytes.set([255, 0, 0, 0, 0, 255], 54);
  return bytes;
}

/** A GIF whose screen is 1 × 1 and whose frame says it is `edge` pixels wide and high. */
function gif(edge: number): Uint8Array {
  const [low, high] = [edge & 255, edge >> 8];
  const screen = [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, low, high, low, high, 0, 2, 2, 0x44, 1, 0, 0x3b];
  return Uint8Array.from([...new TextEncoder().encode('GIF89a'), ...screen, ...frame]);
}

const failure = (run: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(run)
    .then(
      () => 'no error',
      (error: unknown) => (error as { code: string }).code,
    );

describe('decodePixels', () => {
  it('decodes each format', async () => {
    const canvas = twoHalves();
    const png = await decode(canvas.toBuffer('image/png'));
    expect([png.width, png.height, png.rgba.length]).toEqual([20, 10, 800]);
    expect([...png.rgba.slice(0, 4), ...png.rgba.slice(60, 64)]).toEqual([255, 0, 0, 255, 0, 0, 255, 128]);
    const [red, , , alpha] = (await decode(canvas.toBuffer('image/jpeg'))).rgba;
    expect([Number(red) > 250, alpha]).toEqual([true, 255]);
    expect((await decode(canvas.toBuffer('image/webp'))).width).toBe(20);
    expect((await decode(canvas.toBuffer('image/gif'))).height).toBe(10);
    expect([...(await decode(bmp())).rgba.slice(8)]).toEqual([0, 0, 255, 255, 255, 0, 0, 255]);
    expect([...(await decode(gif(1))).rgba]).toEqual([255, 0, 0, 255]);
  });

  it('turns a photo as its EXIF orientation says', async () => {
    const jpeg = twoHalves().toBuffer('image/jpeg');
    const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 0x2a, 0, 8, 0, 0, 0];
    const entry = [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0];
    const part = [0xff, 0xe1, 0, 2 + exif.length + entry.length, ...exif, ...entry];
    const { width, height, rgba } = await decode(
      Uint8Array.from([...jpeg.subarray(0, 2), ...part, ...jpeg.subarray(2)]),
    );
    expect([width, height]).toEqual([10, 20]);
    expect(Number(rgba[0])).toBeGreaterThan(240);
  });

  it('refuses a cut image of each format', async () => {
    const canvas = twoHalves();
    const all = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
    const whole = [...all.map((type) => new Uint8Array(canvas.toBuffer(type as 'image/png'))), bmp()];
    for (const bytes of whole) {
      // The last byte of a GIF follows its frame.
      expect(await failure(() => decode(bytes.subarray(0, bytes.length - 5)))).toBe('ocr.bad-format');
    }
  });

  it('refuses a frame that is larger than its screen before it decodes', async () => {
    expect(await failure(() => decode(gif(60_000)))).toBe('ocr.bad-format');
    expect(await failure(() => checkImage(WHERE, 'image', gif(2)))).toBe('ocr.bad-format');
  });

  it('refuses what is no picture, or is too large by its header', async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    expect(await failure(() => decode(svg))).toBe('ocr.unsupported');
    const png = new Uint8Array(twoHalves().toBuffer('image/png'));
    new DataView(png.buffer).setUint32(16, 60_000);
    expect(await failure(() => decode(png))).toBe('ocr.too-large');
    const jpeg = twoHalves().toBuffer('image/jpeg');
    expect(await failure(() => decodePixels(WHERE, 'image', jpeg, ['png']))).toBe('ocr.unsupported');
  });

  it('answers or refuses every mutation', { timeout: 60_000 }, async () => {
    const canvas = twoHalves();
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const) {
      const good = new Uint8Array(canvas.toBuffer(type as 'image/png'));
      for (let turn = 0; turn < 250; turn += 1) {
        const bytes = good.slice(0, turn % 3 === 0 ? next(good.length) : good.length);
        for (let change = 0; change <= turn % 4; change += 1) bytes[next(bytes.length || 1)] = next(256);
        expect(['no error', 'ocr.bad-format', 'ocr.unsupported', 'ocr.too-large']).toContain(
          await failure(() => decode(bytes)),
        );
      }
    }
  });
});

describe('pixels', () => {
  it('are the same after PNG', async () => {
    const pixels = await decode(twoHalves().toBuffer('image/png'));
    const again = await decode(await encodePng(WHERE, pixels));
    expect(again.rgba).toEqual(pixels.rgba);
  });

  it('lie on white on demand', () => {
    const rgba = Uint8ClampedArray.from([0, 0, 0, 0, 0, 0, 255, 128, 9, 8, 7, 255]);
    expect([...flattenOnWhite({ width: 3, height: 1, rgba }).rgba]).toEqual([
      255, 255, 255, 255, 127, 127, 255, 255, 9, 8, 7, 255,
    ]);
  });
});
