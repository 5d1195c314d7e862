import { functions } from '@nodetool-ai/sandbox-exif/host';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { sample } from './samples.js';

const call = hostCaller('exif', functions);
const parse = (path: string, options?: object) =>
  call('parse', sample(path), options) as Promise<Record<string, unknown> | null>;

// Facts: what ExifTool says of the same files.
describe('photos of other cameras', () => {
  it.each([
    [
      'exif/test/evil1.jpg',
      {
        Make: 'Canon',
        Model: 'Canon PowerShot S400',
        Orientation: 1,
        DateTimeOriginal: '2003-05-24T16:40:33',
        ExposureTime: 0.125,
      },
    ],
    [
      'exif/test/short-ascii-II.jpg',
      { Make: 'XIAOMI', Model: 'MI3', Orientation: 1, DateTimeOriginal: '2015-02-28T17:10:49', ISO: 250 },
    ],
    [
      'exif/test/short-ascii-MM.jpg',
      { Make: 'Canon', Model: 'S40', Orientation: 1, DateTimeOriginal: '2003-12-14T12:01:44' },
    ],
    [
      'exif/test/sony-alpha-6000.jpg',
      {
        Make: 'SONY',
        Model: 'ILCE-6000',
        Orientation: 1,
        DateTimeOriginal: '2014-04-18T20:33:53',
        ExposureTime: 6,
        ISO: 100,
      },
    ],
    [
      'exif/test/test1.jpg',
      { Make: 'Apple', Model: 'iPhone 4S', Orientation: 1, DateTimeOriginal: '2013-02-06T16:00:03', ISO: 50 },
    ],
    ['exif/test/test2.jpg', { Make: 'Apple', Model: 'iPhone 4S', DateTimeOriginal: '2012-12-23T14:47:49', ISO: 80 }],
    [
      'exif/test/test3.jpg',
      { Make: 'Apple', Model: 'iPhone 4S', Orientation: 1, DateTimeOriginal: '2012-12-22T19:40:02', ISO: 500 },
    ],
    [
      'exif-parser/test/starfish.jpg',
      { Make: 'Nokia', Model: 'Lumia 820', Orientation: 1, DateTimeOriginal: '2013-05-10T15:21:35', ISO: 100 },
    ],
    ['exif/test/down-mirrored.jpg', { Orientation: 4 }],
    ['exif/test/right.jpg', { Orientation: 8 }],
    ['exif-parser/test/test.jpg', { Orientation: 1 }],
  ])('%s', async (path, facts) => {
    expect(await parse(path, { raw: true })).toMatchObject(facts);
  });

  it.each([
    ['exif/test/test1.jpg', 37.885, -122.6225],
    ['exif/test/test2.jpg', 37.814_666_7, -122.264_166_7],
    ['exif/test/test3.jpg', 37.776_333_3, -122.419_666_7],
    ['exif-parser/test/starfish.jpg', 55.038_755_8, 8.457_190_6],
  ])('%s was taken at %f, %f', async (path, latitude, longitude) => {
    const tags = await parse(path);
    expect(tags?.['latitude']).toBeCloseTo(latitude, 6);
    expect(tags?.['longitude']).toBeCloseTo(longitude, 6);
  });

  it('says in words how a picture is turned', async () => {
    expect((await parse('exif/test/right.jpg'))?.['Orientation']).toBe('Rotate 270 CW');
  });
});
