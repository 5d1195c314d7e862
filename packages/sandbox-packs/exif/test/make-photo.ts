/**
 * Builds photos with metadata and no pixels, byte by byte from the standards.
 * @module
 */

/** One entry of a TIFF directory: tag, type (2 text, 3 short, 4 long, 5 ratio, 7 bytes), values. */
export type Entry = readonly [tag: number, type: number, values: string | readonly number[]];

/** Directories of a TIFF block; the pointers to EXIF and GPS are added. */
export interface Directories {
  ifd0?: readonly Entry[];
  exif?: readonly Entry[];
  gps?: readonly Entry[];
}

const TYPE_BYTES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

/** The photo of the examples: Paris, 15 May 2024, camera turned to the right. */
export const PARIS: Directories = {
  ifd0: [
    [0x010f, 2, 'Acme'],
    [0x0110, 2, 'Cam 1'],
    [0x0112, 3, [6]],
  ],
  exif: [
    [0x9003, 2, '2024:05:15 13:14:15'],
    [0x9011, 2, '+02:00'],
    [0xa002, 4, [640]],
  ],
  gps: [
    [1, 2, 'N'],
    [2, 5, [48, 1, 51, 1, 30, 1]],
    [3, 2, 'E'],
    [4, 5, [2, 1, 21, 1, 7, 1]],
  ],
};

/** A TIFF block (TIFF 6.0, section 2). */
export function makeTiff(directories: Directories, isLittle = true): Uint8Array {
  const out: number[] = [...(isLittle ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a])];
  const put = (value: number, size: number, at = out.length): void => {
    const bytes = Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
    out.splice(at, Math.min(size, out.length - at), ...(isLittle ? bytes : bytes.reverse()));
  };
  const writeDirectory = (entries: readonly Entry[]): number[] => {
    const start = out.length;
    put(entries.length, 2);
    for (let at = 0; at < entries.length * 12 + 4; at += 1) out.push(0);
    entries.forEach(([tag, type, values], index) => {
      const list = typeof values === 'string' ? [...new TextEncoder().encode(values), 0] : values;
      const at = start + 2 + index * 12;
      const size = TYPE_BYTES[type] ?? 1;
      const count = type === 5 ? list.length / 2 : list.length;
      put(tag, 2, at);
      put(type, 2, at + 2);
      put(count, 4, at + 4);
      const unit = type === 5 ? 4 : size;
      if (size * count <= 4) {
        list.forEach((value, item) => void put(value, unit, at + 8 + item * unit));
      } else {
        put(out.length, 4, at + 8);
        for (const value of list) put(value, unit);
      }
    });
    return [start];
  };
  put(8, 4);
  const pointers: [number, readonly Entry[]][] = [];
  if (directories.exif) pointers.push([0x8769, directories.exif]);
  if (directories.gps) pointers.push([0x8825, directories.gps]);
  const ifd0 = [...(directories.ifd0 ?? []), ...pointers.map(([tag]): Entry => [tag, 4, [0]])];
  writeDirectory(ifd0);
  pointers.forEach(([, entries], index) => {
    const slot = 8 + 2 + ((directories.ifd0?.length ?? 0) + index) * 12 + 8;
    const [start = 0] = writeDirectory(entries);
    put(start, 4, slot);
  });
  return Uint8Array.from(out);
}

/** A JPEG whose only segment is EXIF (CIPA DC-008, 4.7.2). */
export function makeJpeg(tiff: Uint8Array): Uint8Array {
  const body = [...ascii('Exif\0\0'), ...tiff];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, ...be(body.length + 2, 2), ...body, 0xff, 0xda, 0, 2, 0xff, 0xd9]);
}

/** A PNG of a stated size with further chunks. */
export function makePng(
  width: number,
  height: number,
  chunks: readonly [string, readonly number[]][] = [],
): Uint8Array {
  // The checksums are left at zero: nothing here checks them.
  const chunk = ([name, data]: readonly [string, readonly number[]]) => [
    ...be(data.length, 4),
    ...ascii(name),
    ...data,
    0,
    0,
    0,
    0,
  ];
  const header = [...be(width, 4), ...be(height, 4), 8, 6, 0, 0, 0];
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk(['IHDR', header]),
    ...chunks.flatMap(chunk),
    ...chunk(['IEND', []]),
  ]);
}

/** A HEIC or AVIF file with one EXIF item (ISO/IEC 23008-12, A.2). */
export function makeHeif(brand: 'heic' | 'avif', tiff: Uint8Array): Uint8Array {
  const box = (name: string, ...parts: (readonly number[])[]) => {
    const body = parts.flat();
    return [...be(body.length + 8, 4), ...ascii(name), ...body];
  };
  const infe = box('infe', [2, 0, 0, 0], be(1, 2), be(0, 2), ascii('Exif'), [0]);
  const iinf = box('iinf', [0, 0, 0, 0], be(1, 2), infe);
  const iloc = (offset: number) =>
    box(
      'iloc',
      [0, 0, 0, 0],
      [0x44, 0x00],
      be(1, 2),
      be(1, 2),
      be(0, 2),
      be(1, 2),
      be(offset, 4),
      be(tiff.length + 10, 4),
    );
  const ftyp = box('ftyp', ascii(brand), be(0, 4), ascii('mif1'), ascii(brand));
  const meta = (offset: number) => box('meta', [0, 0, 0, 0], iinf, iloc(offset));
  const start = ftyp.length + meta(0).length + 8;
  const mdat = box('mdat', be(6, 4), ascii('Exif\0\0'), [...tiff]);
  return Uint8Array.from([...ftyp, ...meta(start), ...mdat]);
}

/** Big-endian bytes of a number. */
export function be(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
}

/** Codes of a text. */
export function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
