import { describe, expect, it } from 'vitest';
import { readIsoTime } from './iso-time.js';

describe('readIsoTime', () => {
  it.each([
    ['2024-05-15', Date.UTC(2024, 4, 15), true],
    ['2024-02-29', Date.UTC(2024, 1, 29), true],
    ['2024-05-15T12:30', Date.UTC(2024, 4, 15, 12, 30), false],
    ['2024-05-15t12:30:01.75z', Date.UTC(2024, 4, 15, 12, 30, 1, 750), false],
    ['2024-05-15 12:30 +0200', Date.UTC(2024, 4, 15, 10, 30), false],
    ['2024-05-15T12:30:00-05:30', Date.UTC(2024, 4, 15, 18), false],
  ])('reads %s, in UTC when it names no zone', (text, ms, isDay) => {
    expect(readIsoTime(text)).toEqual({ ms, isDay });
  });

  it.each(['', '2024', '2024-02-30', '2024-13-01', '2024-05-15T25:00', '15 May 2024', '2024-05-15\n', '2024-05-15T12'])(
    'takes %j for no time',
    (text) => {
      expect(readIsoTime(text)).toBeUndefined();
    },
  );
});
