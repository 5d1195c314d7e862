import { hostCaller, mutations, NOT_BYTES } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functions } from '../src/host.js';
import { EXIF_MAX_BYTES, EXIF_MAX_TAGS } from '../src/limits.js';
import { ascii, be, type Entry, makeHeif, makeJpeg, makePng, makeTiff, PARIS } from './make-photo.js';

const call = hostCaller('exif', functions);
const tiff = makeTiff(PARIS);
const good = makeJpeg(tiff);

/** A trivial call works and no prototype was touched. */
async function expectAliveAndClean(): Promise<void> {
  expect(await call('parse', good)).toMatchObject({ Make: 'Acme' });
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('exif under attack', () => {
  // The library tells the console of files it finds odd.
  beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterAll(() => void vi.restoreAllMocks());

  it.each(NOT_BYTES)('refuses %s in place of bytes', async (_name, value) => {
    await expect(call('parse', value)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'exif.bad-argument',
      message: expect.stringContaining('exif.parse: bytes must be a Uint8Array'),
    });
  });

  it('refuses options it does not know', async () => {
    await expect(call('parse', good, { xmp: true })).rejects.toMatchObject({
      code: 'exif.bad-argument',
      message: expect.stringContaining('"xmp". Allowed: raw'),
    });
    for (const options of [7, 'x', [], { raw: 1 }, JSON.parse('{"__proto__": {"raw": true}}')])
      await expect(call('parse', good, options)).rejects.toMatchObject({ code: 'exif.bad-argument' });
  });

  it('refuses bytes over the cap before it works', async () => {
    await expect(call('parse', new Uint8Array(EXIF_MAX_BYTES + 1))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'exif.too-large',
    });
  });

  it.each([
    ['nothing', []],
    ['three bytes', [1, 2, 3]],
    ['one byte of a JPEG', [0xff]],
    ['text that begins like a TIFF', ascii('II is a number')],
    ['SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['GIF', ascii('GIF89a\x01\0\x01\0')],
    ['an MP4', [...be(24, 4), ...ascii('ftypisom'), ...be(0, 4), ...ascii('isommp42')]],
  ])('refuses %s as unsupported', async (_name, bytes) => {
    await expect(call('parse', Uint8Array.from(bytes))).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'exif.unsupported',
    });
  });

  it.each([
    ['JPEG', good],
    ['TIFF', tiff],
    [
      'PNG',
      makePng(2, 3, [
        ['eXIf', [...tiff]],
        ['tEXt', ascii('Title\0x')],
      ]),
    ],
    ['HEIC', makeHeif('heic', tiff)],
    ['AVIF', makeHeif('avif', tiff)],
  ])('answers or refuses every mutation of a %s', async (_name, bytes) => {
    for (const mutation of mutations(bytes, 1000)) {
      const outcome = await call('parse', mutation).catch((error: unknown) => error);
      if (outcome instanceof Error)
        expect(outcome).toMatchObject({
          code: expect.stringMatching(/^exif\.(bad-format|unsupported|too-large|too-many)$/),
        });
      else expect(outcome === null || typeof outcome === 'object').toBe(true);
    }
    await expectAliveAndClean();
  });

  it('keeps PNG texts named like parts of a prototype as data', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const bytes = makePng(
      1,
      1,
      names.map((name): [string, number[]] => ['tEXt', ascii(`${name}\0evil`)]),
    );
    const tags = (await call('parse', bytes)) as Record<string, unknown>;
    for (const name of names) expect(Object.getOwnPropertyDescriptor(tags, name)?.value).toBe('evil');
    expect(Object.getPrototypeOf(tags)).toBe(Object.prototype);
    await expectAliveAndClean();
  });

  it('believes no count and no place that a directory states', async () => {
    const at = 8 + 2 + 8;
    const edited = (offset: number, value: readonly number[]): Uint8Array => {
      const copy = makeTiff({ ifd0: [[0xfff1, 4, [1, 2, 3]]] });
      copy.set(value, offset);
      return makeJpeg(copy);
    };
    const little = (value: number) => be(value, 4).reverse();
    for (const bytes of [
      edited(at - 4, little(0xffff_ffff)),
      edited(at - 4, little(200_000)),
      edited(at, little(0xffff_fff0)),
      edited(4, little(0xffff_ffff)),
      edited(4, little(0)),
      edited(8, [0xff, 0xff]),
    ])
      await expect(call('parse', bytes)).rejects.toMatchObject({ name: 'PackFormatError', code: 'exif.bad-format' });
  });

  it('ends a directory that points at itself', async () => {
    const loop = makeTiff({
      ifd0: [
        [0x010f, 2, 'Acme'],
        [0x8769, 4, [8]],
        [0x8825, 4, [8]],
      ],
    });
    expect(await call('parse', makeJpeg(loop))).toMatchObject({ Make: 'Acme' });
  });

  it('counts tags and bytes of values', async () => {
    const many = Array.from({ length: EXIF_MAX_TAGS + 10 }, (_, index): Entry => [index + 1, 3, [1]]);
    await expect(call('parse', makeTiff({ ifd0: many }))).rejects.toMatchObject({
      name: 'PackLimitError',
      code: 'exif.too-many',
      limit: 'EXIF_MAX_TAGS',
    });
    // Entries that share one range: 65 535 of them would be 6 GB.
    const shared = makeTiff({ ifd0: many.slice(0, 1000) });
    const large = new Uint8Array(shared.length + 100_000);
    large.set(shared);
    for (let entry = 0; entry < 1000; entry += 1)
      large.set([4, 0, ...be(25_000, 4).reverse(), ...be(shared.length, 4).reverse()], 8 + 2 + entry * 12 + 2);
    await expect(call('parse', large)).rejects.toMatchObject({ code: 'exif.too-large', limit: 'EXIF_MAX_VALUE_BYTES' });
    const text = ['tEXt', ascii(`a\0${'x'.repeat(100_000)}`)] as const;
    const texts = Array.from({ length: 20 }, (_, index): [string, number[]] => ['tEXt', [97 + index, ...text[1]]]);
    await expect(call('parse', makePng(1, 1, texts))).rejects.toMatchObject({ code: 'exif.too-large' });
  });

  it('ends boxes that lead nowhere', async () => {
    const ftyp = [...be(24, 4), ...ascii('ftypheic'), ...be(0, 4), ...ascii('mif1heic')];
    const boxes: number[][] = [
      [...be(0, 4), ...ascii('free'), ...be(0, 8)],
      [...be(4, 4), ...ascii('free'), ...be(0, 8)],
      [...be(1, 4), ...ascii('free'), ...be(0, 8), ...be(0, 8)],
      [...be(1, 4), ...ascii('free'), ...be(0xff, 1), ...be(0, 7), ...be(0, 8)],
      [...be(1000, 4), ...ascii('meta')],
    ];
    for (const box of boxes)
      await expect(call('parse', Uint8Array.from([...ftyp, ...box]))).rejects.toMatchObject({
        code: 'exif.bad-format',
      });
    const many = new Uint8Array(24 + 12 + 8 * 20_000);
    many.set([...ftyp, ...be(12 + 8 * 20_000, 4), ...ascii('meta'), 0, 0, 0, 0]);
    for (let at = 36; at < many.length; at += 8) many.set([...be(8, 4), ...ascii('free')], at);
    await expect(call('parse', many)).rejects.toMatchObject({ code: 'exif.too-many', limit: 'EXIF_MAX_BOXES' });
  });

  it('reads the header of a huge picture and decodes nothing', async () => {
    expect(await call('parse', makePng(30_000, 30_000))).toMatchObject({ ImageWidth: 30_000, ImageHeight: 30_000 });
  });

  it('reads the exact window of a larger buffer', async () => {
    const large = new Uint8Array(good.length + 2000).fill(0x41);
    large.set(good, 1000);
    expect(await call('parse', large.subarray(1000, 1000 + good.length))).toEqual(await call('parse', good));
    // A value behind the window is outside of the file, though not of the buffer.
    const cut = makeTiff({ ifd0: [[0x010f, 2, 'secret text']] });
    large.set(cut, 0);
    await expect(call('parse', large.subarray(0, cut.length - 4))).rejects.toMatchObject({ code: 'exif.bad-format' });
    const shared = new Uint8Array(new SharedArrayBuffer(good.length));
    shared.set(good);
    expect(await call('parse', shared)).toMatchObject({ Make: 'Acme' });
    expect(await call('parse', good.slice().buffer)).toMatchObject({ Make: 'Acme' });
    const detached = good.slice();
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    await expect(call('parse', detached)).rejects.toMatchObject({ code: 'exif.bad-argument' });
  });

  it('leaves its argument alone', async () => {
    const copy = good.slice();
    await call('parse', copy);
    expect(copy).toEqual(good);
    await expectAliveAndClean();
  });
});
