import { deflateSync } from 'node:zlib';

/** A grey PNG of a stated size. The checksums are left at zero: no reader here checks them. */
export function makePng(width: number, height: number, pixels = new Uint8Array(height * (width + 1))): Uint8Array {
  const be = (value: number): number[] => [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255);
  const chunk = (name: string, data: Iterable<number>) => {
    const body = Array.from(data);
    return [...be(body.length), ...Array.from(name, (letter) => letter.charCodeAt(0)), ...body, 0, 0, 0, 0];
  };
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...be(width), ...be(height), 8, 0, 0, 0, 0]),
    ...chunk('IDAT', deflateSync(pixels)),
    ...chunk('IEND', []),
  ]);
}

/** The header of a JPEG of a stated size; there are no pixels behind it. */
export function makeJpegHeader(width: number, height: number): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0, 0xff, 0xd9]);
}
