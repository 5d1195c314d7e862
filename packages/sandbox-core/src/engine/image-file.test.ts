import { beforeAll, describe, expect, it } from 'vitest';
import { nodePlatform } from '../platform.node.js';
import { buildImage } from './build-image.js';
import type { GuestImage } from './image.js';
import { readImage, writeImage } from './image-file.js';

let image: GuestImage;
let file: Uint8Array;

beforeAll(async () => {
  image = await buildImage(await nodePlatform.compileEngine());
  file = writeImage(image, 'guest-1');
});

describe('an image as a file', () => {
  it('is read back as it was written', () => {
    const { staticData, heap, ...rest } = readImage(file, 'guest-1') ?? image;
    expect(readImage(file, 'guest-1')).toBeDefined();
    // The test runner compares a megabyte number by number, which takes it many seconds.
    expect([Buffer.compare(staticData, image.staticData), Buffer.compare(heap, image.heap)]).toEqual([0, 0]);
    const { staticData: _staticData, heap: _heap, ...expected } = image;
    expect(rest).toEqual(expected);
  });

  it('is refused for another guest and another engine', () => {
    expect(readImage(file, 'guest-2')).toBeUndefined();
    const text = new TextDecoder('latin1').decode(file);
    const at = text.indexOf('"engine":"') + '"engine":"'.length;
    const other = file.slice();
    other[at] = other[at] === 0x30 ? 0x31 : 0x30;
    expect(readImage(other, 'guest-1')).toBeUndefined();
  });

  it.each([0, 3, 4, 100, 5000])('is refused when only %i bytes of it are there', (bytes) => {
    expect(readImage(file.subarray(0, bytes), 'guest-1')).toBeUndefined();
  });

  it('is refused when it is cut at its end, or has more', () => {
    expect(readImage(file.subarray(0, file.length - 1), 'guest-1')).toBeUndefined();
    expect(readImage(Uint8Array.of(...file.subarray(0, 10), 0), 'guest-1')).toBeUndefined();
    const longer = new Uint8Array(file.length + 1);
    longer.set(file);
    expect(readImage(longer, 'guest-1')).toBeUndefined();
  });
});
