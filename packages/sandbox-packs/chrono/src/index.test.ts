import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Chrono from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { CHRONO_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { parse, parseDate } = index as unknown as typeof Chrono;
const now = '2024-05-15T12:00:00Z';

// The pack's own worker is always in UTC; in plain Node the zone is the host's.
describe.each(['UTC', 'Asia/Tokyo', 'America/New_York'])('on a host in %s', (zone) => {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
    const hours = { UTC: 0, 'Asia/Tokyo': -9, 'America/New_York': 4 }[zone];
    expect(new Date(now).getTimezoneOffset() / 60 + 0).toBe(hours);
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it('reads words relative to a reference time', async () => {
    expect(await parseDate('next Tuesday at 3pm', now)).toBe('2024-05-21T15:00:00.000Z');
    expect(await parseDate('tomorrow at 9am', now)).toBe('2024-05-16T09:00:00.000Z');
    expect(await parseDate('tomorrow at 9am', now, { timezone: 120 })).toBe('2024-05-16T07:00:00.000Z');
    expect(await parseDate('in 30 minutes', now, { timezone: -300 })).toBe('2024-05-15T12:30:00.000Z');
    expect(await parseDate('no date here', now)).toBeNull();
  });

  it('reads a stated zone', async () => {
    expect(await parseDate('2024-06-01 10:00 EST', now)).toBe('2024-06-01T15:00:00.000Z');
    expect(await parseDate('2024-06-01T10:00:00+02:00', now, { timezone: 840 })).toBe('2024-06-01T08:00:00.000Z');
  });

  it('takes a reference time without a zone as UTC', async () => {
    for (const given of ['2024-05-15T23:30', '2024-05-15 23:30:00', '2024-05-15T23:30:00.000', '2024-05-16T01:30+0200'])
      expect(await parseDate('in 1 hour', given)).toBe('2024-05-16T00:30:00.000Z');
    expect(await parseDate('today', '2024-05-15')).toBe('2024-05-15T12:00:00.000Z');
  });

  it('takes noon where no time of day is stated, whatever the time of the reference', async () => {
    for (const given of ['2024-05-15T08:17:33.250Z', '2024-05-15T00:00Z', '2024-05-15T22:00Z'])
      for (const text of ['today', '15 May', 'yesterday', 'in 3 days'])
        expect((await parseDate(text, given))?.slice(11)).toBe('12:00:00.000Z');
    expect(await parseDate('tomorrow', '2024-05-15T23:30Z', { timezone: 60 })).toBe('2024-05-17T11:00:00.000Z');
    expect(await parseDate('tonight', '2024-05-15T22:00Z')).toBe('2024-05-15T22:00:00.000Z');
    expect(await parseDate('last night', '2024-05-15T00:00Z')).toMatch(/T00:00:00/);
    expect(await parseDate('now', '2024-05-15T08:17:33.250Z')).toBe('2024-05-15T08:17:33.250Z');
  });

  it('takes the nearest day, or the next one', async () => {
    expect(await parseDate('Monday', now)).toBe('2024-05-13T12:00:00.000Z');
    expect(await parseDate('Monday', now, { forward: true })).toBe('2024-05-20T12:00:00.000Z');
  });
});

describe('parse', () => {
  it('gives spans, places and what is certain', async () => {
    expect(await parse('from 5 June 2024 to 9 June 2024 and tomorrow', now)).toEqual([
      {
        text: '5 June 2024 to 9 June 2024',
        index: 5,
        start: '2024-06-05T12:00:00.000Z',
        end: '2024-06-09T12:00:00.000Z',
        certain: ['year', 'month', 'day'],
      },
      expect.objectContaining({ text: 'tomorrow', index: 36, start: '2024-05-16T12:00:00.000Z', end: null }),
    ]);
    const [hit] = await parse('call at 3pm', now);
    expect(hit?.certain).toEqual(['hour', 'minute', 'meridiem'].filter((part) => hit?.certain.includes(part as never)));
    expect(hit?.certain).toContain('hour');
    expect(hit?.certain).not.toContain('day');
    expect(await parse('', now)).toEqual([]);
  });

  it('takes a date and a number as the reference time', async () => {
    for (const given of [new Date(now), Date.parse(now)])
      expect(await parseDate('tomorrow', given)).toBe('2024-05-16T12:00:00.000Z');
    const present = Date.parse((await parseDate('now')) ?? '');
    expect(Math.abs(present - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    ['en', 'tomorrow'],
    ['en-GB', '16/5/2024'],
    ['ar', 'غدا'],
    ['de', 'morgen'],
    ['es', 'mañana'],
    ['fi', 'huomenna'],
    ['fr', 'demain'],
    ['id', 'besok'],
    ['it', 'domani'],
    ['ja', '明日'],
    ['nl', 'morgen'],
    ['pt', 'amanhã'],
    ['ru', 'завтра'],
    ['sv', 'imorgon'],
    ['uk', 'завтра'],
    ['vi', 'ngày mai'],
    ['zh', '明天'],
  ] as const)('reads the word for tomorrow in %s', async (locale, text) => {
    expect((await parseDate(text, now, { locale }))?.slice(0, 10)).toBe('2024-05-16');
  });

  it('reads 1/2 by the locale', async () => {
    expect(await parseDate('1/2/2024', now)).toBe('2024-01-02T12:00:00.000Z');
    expect(await parseDate('1/2/2024', now, { locale: 'en-GB' })).toBe('2024-02-01T12:00:00.000Z');
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['chrono'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(CHRONO_CALL_TIMEOUT_MS);
  });
});
