import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Exif from '../guest.js';
import { ascii, makeHeif, makeJpeg, makePng, makeTiff, PARIS } from '../test/make-photo.js';
import { functions } from './host.js';
import * as index from './index.js';
import { EXIF_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { parse } = index as unknown as typeof Exif;

const tiff = makeTiff(PARIS);
const expected = {
  Make: 'Acme',
  Model: 'Cam 1',
  Orientation: 'Rotate 90 CW',
  DateTimeOriginal: '2024-05-15T13:14:15+02:00',
  ExifImageWidth: 640,
};

describe.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('parse on a host in %s', (zone) => {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
    const hours = { UTC: 0, 'America/New_York': 4, 'Asia/Tokyo': -9 }[zone];
    expect(new Date('2024-05-15T12:00:00Z').getTimezoneOffset() / 60 + 0).toBe(hours);
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it.each([
    ['JPEG', makeJpeg(tiff)],
    ['big-endian JPEG', makeJpeg(makeTiff(PARIS, false))],
    ['TIFF', tiff],
    ['PNG', makePng(2, 3, [['eXIf', [...tiff]]])],
    ['HEIC', makeHeif('heic', tiff)],
    ['AVIF', makeHeif('avif', tiff)],
  ])('reads the tags of a %s', async (_name, bytes) => {
    const tags = await parse(bytes);
    expect(tags).toMatchObject(expected);
    // 48°51'30" N, 2°21'07" E
    expect(tags?.['latitude']).toBeCloseTo(48 + 51 / 60 + 30 / 3600, 9);
    expect(tags?.['longitude']).toBeCloseTo(2.351944444, 9);
  });
});

describe('parse', () => {
  it('gives null for a JPEG without metadata', async () => {
    expect(await parse(Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]))).toBeNull();
  });

  it('always gives the header facts of a PNG', async () => {
    expect(await parse(makePng(20, 30))).toMatchObject({
      ImageWidth: 20,
      ImageHeight: 30,
      ColorType: 'RGB with Alpha',
    });
    expect(await parse(makePng(20, 30), { raw: true })).toMatchObject({ BitDepth: 8, ColorType: 6 });
  });

  it('keeps codes with raw, and dates as text all the same', async () => {
    expect(await parse(makeJpeg(tiff), { raw: true })).toMatchObject({
      ...expected,
      Orientation: 6,
    });
  });

  it.each([
    ['2024:05:15 13:14:15', undefined, '2024-05-15T13:14:15'],
    ['2024:05:15 13:14:15', 'Z', '2024-05-15T13:14:15Z'],
    ['2024:05:15 13:14:15', '-09:30', '2024-05-15T13:14:15-09:30'],
    ['2024:05:15 13:14:15', 'CEST', '2024-05-15T13:14:15'],
    ['2024-05-15 13:14:15', undefined, '2024-05-15T13:14:15'],
    ['0000:00:00 00:00:00', '+02:00', '0000:00:00 00:00:00'],
    ['2023:02:29 10:00:00', undefined, '2023:02:29 10:00:00'],
    ['yesterday', undefined, 'yesterday'],
  ])('writes the date %s with the offset %s as %s', async (date, offset, written) => {
    for (const [dateTag, offsetTag, name] of [
      [0x9003, 0x9011, 'DateTimeOriginal'],
      [0x9004, 0x9012, 'CreateDate'],
    ] as const) {
      const exif = [[dateTag, 2, date] as const, ...(offset ? [[offsetTag, 2, offset] as const] : [])];
      expect((await parse(makeJpeg(makeTiff({ exif }))))?.[name]).toBe(written);
    }
    const exif = offset ? [[0x9010, 2, offset] as const] : [[0xa002, 4, [1]] as const];
    const tags = await parse(makeJpeg(makeTiff({ ifd0: [[0x0132, 2, date]], exif })));
    expect(tags?.['ModifyDate']).toBe(written);
  });

  it('has the sign of the hemisphere', async () => {
    const gps = [
      [1, 2, 'S'],
      [2, 5, [33, 1, 52, 1, 0, 1]],
      [3, 2, 'W'],
      [4, 5, [70, 1, 30, 1, 0, 1]],
      [29, 2, '2024:05:15'],
      [7, 5, [13, 1, 14, 1, 15, 1]],
    ] as const;
    expect(await parse(makeJpeg(makeTiff({ gps })))).toMatchObject({
      latitude: expect.closeTo(-(33 + 52 / 60), 9),
      longitude: -70.5,
      GPSLatitude: [33, 52, 0],
      GPSDateStamp: '2024:05:15',
      GPSTimeStamp: '13:14:15',
    });
    const nowhere = [...gps.slice(0, 1), [2, 5, [0, 0, 0, 0, 0, 0]] as const, ...gps.slice(2, 4)];
    expect(await parse(makeJpeg(makeTiff({ gps: nowhere })))).not.toHaveProperty('latitude');
  });

  it('reads versions, Windows titles and tags without a name', async () => {
    const tags = await parse(
      makeTiff({
        ifd0: [
          [0x9c9b, 1, [0xe9, 0, 0x3d, 0xd8, 0x00, 0xde, 0, 0]],
          [0xfff1, 3, [1, 2, 3]],
          [0xfff2, 7, [1, 2, 3, 4, 5]],
        ],
        exif: [[0x9000, 7, ascii('0232')]],
      }),
    );
    expect(tags).toEqual({
      XPTitle: 'é😀',
      '65521': [1, 2, 3],
      '65522': Uint8Array.of(1, 2, 3, 4, 5),
      ExifVersion: '2.3.2',
    });
  });

  it('leaves out maker notes, comments, profiles and thumbnails', async () => {
    const blob = Array.from({ length: 40 }, () => 1);
    const tags = await parse(
      makeTiff({
        ifd0: [
          [0x8773, 7, blob],
          [0x02bc, 1, blob],
          [0x010f, 2, 'Acme'],
        ],
        exif: [
          [0x927c, 7, blob],
          [0x9286, 7, blob],
          [0xa002, 4, [1]],
        ],
      }),
    );
    expect(tags).toEqual({ Make: 'Acme', ExifImageWidth: 1 });
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['exif'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(EXIF_CALL_TIMEOUT_MS);
  });
});
