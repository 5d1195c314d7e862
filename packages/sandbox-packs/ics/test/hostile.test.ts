import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import {
  ICS_CALL_TIMEOUT_MS,
  ICS_MAX_ALARMS,
  ICS_MAX_ATTENDEES,
  ICS_MAX_EVENTS,
  ICS_MAX_LIST_ITEMS,
  ICS_MAX_TEXT_CHARS,
} from '../src/limits.js';

const call = hostCaller('ics', functions);
const start = [2024, 8, 15, 10, 0];
const linesOf = (text: unknown): string[] =>
  String(text)
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n');
const PROPERTIES =
  /^(?:BEGIN|END|VERSION|CALSCALE|PRODID|METHOD|X-WR-CALNAME|X-PUBLISHED-TTL|UID|SUMMARY|DTSTAMP|DTSTART|DESCRIPTION|LOCATION|CATEGORIES|ORGANIZER|ATTENDEE|ACTION|TRIGGER)[:;]/;

describe('ics under attack', () => {
  it.each(['a\r\nATTENDEE:x', 'a\nATTENDEE:x', 'a\rATTENDEE:x', 'a\r\n ATTENDEE:x\u2028\u0085\v\f\0b'])(
    'lets no text start a property: %j',
    async (evil) => {
      const text = await call(
        'createEvents',
        [
          {
            title: evil,
            description: evil,
            location: evil,
            uid: evil,
            categories: [evil, evil],
            productId: evil,
            organizer: { name: evil, email: 'a@x' },
            attendees: [{ name: `${evil}":mailto:c@x`, email: 'b@x' }],
            alarms: [{ trigger: { hours: 1 }, description: evil, summary: evil }],
            start,
          },
        ],
        { calName: evil },
      );
      const lines = linesOf(text).slice(0, -1);
      for (const line of lines) expect(line).toMatch(PROPERTIES);
      expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1);
      const event = new ICAL.Component(ICAL.parse(String(text))).getFirstSubcomponent('vevent');
      expect(event?.getAllProperties('attendee').map((property) => property.getFirstValue())).toEqual(['mailto:b@x']);
    },
  );

  it.each([
    ['url', 'https://x/\r\nATTENDEE:x'],
    ['url', 'no address'],
    ['url', `https://x/"`],
    ['recurrenceRule', 'FREQ=DAILY\r\nATTENDEE:x'],
    ['recurrenceRule', 'RRULE:FREQ=DAILY'],
    ['recurrenceRule', 'COUNT=3'],
    ['classification', 'PUBLIC\nATTENDEE:x'],
    ['status', 'CONFIRMED\nX:y'],
    ['busyStatus', 'NO'],
    ['transp', 7],
    ['organizer', { email: 'a@x\r\nATTENDEE:x' }],
    ['organizer', { email: 'a@x', dir: 'x"y:z' }],
    ['organizer', { name: 'x' }],
    ['organizer', 'a@x'],
    ['attendees', [{ email: 'a@x', role: 'A;B=C' }]],
    ['attendees', [{ email: 'a@x:y' }]],
    ['attendees', [{ name: 'x' }]],
    ['attendees', { email: 'a@x' }],
    ['alarms', [{ trigger: { hours: 1 }, attachType: 'a/b;X=Y' }]],
    ['alarms', [{ trigger: 'soon' }]],
    ['alarms', [{}]],
    ['alarms', [{ trigger: { hours: 1 }, repeat: 2 }]],
    ['alarms', [{ trigger: { hours: 1 }, action: 'procedure' }]],
    ['categories', ['a', null]],
    ['categories', 'a'],
    ['geo', { lat: 91, lon: 0 }],
    ['geo', { lat: 0 }],
    ['sequence', -1],
    ['duration', {}],
    ['duration', { hours: 1.5 }],
    ['duration', { hours: -1 }],
    ['duration', { hours: 1, before: true }],
    ['title', 7],
    ['title', null],
    ['colour', 'red'],
    ['__proto__', {}],
  ] as const)('refuses the field %s as %j', async (name, value) => {
    const event = Object.defineProperty({ title: 'x', start }, name, { value, enumerable: true });
    await expect(call('createEvent', event)).rejects.toMatchObject({
      name: 'PackInputError',
      code: 'ics.bad-argument',
      message: expect.stringContaining(name),
    });
  });

  it.each([
    [[2024, 13, 1], 'event.start[1] must be less than or equal to 12'],
    [[2024, 0, 1], 'event.start[1] must be greater than or equal to 1'],
    [[2024, 8, 24, 24, 0], 'event.start[3] must be less than or equal to 23'],
    [[2024, 2, 30], 'event.start is no day of the calendar'],
    [[2024, 8], 'event.start has 2 numbers'],
    [[2024, 8, '15'], 'event.start[2] must be a number'],
    [[2024, 8, 1.5], 'event.start[2] must be an integer'],
    ['tomorrow', 'event.start is no date'],
    ['2024-08-15T25:00', 'event.start is no date'],
    [undefined, 'event.start must be a date'],
    [null, 'event.start must be a date'],
    [1e12, 'event.start must be a date'],
    [new Date(Number.NaN), 'event.start is no date'],
    [[-1, 1, 1], 'event.start[0] must be greater'],
  ])('refuses the start %j', async (given, message) => {
    await expect(call('createEvent', { start: given })).rejects.toMatchObject({
      code: 'ics.bad-argument',
      message: expect.stringContaining(message),
    });
  });

  it('refuses an end that does not fit', async () => {
    for (const [rest, message] of [
      [{ end: [2024, 8, 15, 11, 0], duration: { hours: 1 } }, 'both end and duration'],
      [{ end: [2024, 8, 15, 9, 0] }, 'is before'],
      [{ end: [2024, 8, 16] }, 'two kinds'],
      [{ exclusionDates: [[2024, 8, 16]] }, 'two kinds'],
    ] as const)
      await expect(call('createEvents', [{ start, ...rest }])).rejects.toMatchObject({
        code: 'ics.bad-argument',
        message: expect.stringContaining(message),
      });
  });

  it.each([7, null, undefined, 'x', [], new Uint8Array(3), Promise.resolve({}), new Map()])(
    'refuses %s in place of an event and of options',
    async (value) => {
      await expect(call('createEvent', value)).rejects.toMatchObject({ code: 'ics.bad-argument' });
      await expect(call('createEvents', value)).rejects.toMatchObject({ code: 'ics.bad-argument' });
      await expect(call('createEvents', [value])).rejects.toMatchObject({ code: 'ics.bad-argument' });
      if (value !== null && value !== undefined)
        await expect(call('createEvents', [{ start }], value)).rejects.toMatchObject({ code: 'ics.bad-argument' });
    },
  );

  it('names the options it knows', async () => {
    await expect(call('createEvents', [{ start }], { name: 'x' })).rejects.toMatchObject({
      message: expect.stringContaining('"name". Allowed: calName, method'),
    });
    await expect(call('createEvents', [{ start }], { method: 'A\nB' })).rejects.toMatchObject({
      code: 'ics.bad-argument',
    });
  });

  it('counts events, people, alarms, list items and characters', async () => {
    const many = (length: number, item: unknown) => Array.from({ length }, () => item);
    const person = { email: 'a@x' };
    const over: [unknown[], string][] = [
      [many(ICS_MAX_EVENTS + 1, { start }), 'ICS_MAX_EVENTS'],
      [[{ start, attendees: many(ICS_MAX_ATTENDEES + 1, person) }], 'ICS_MAX_ATTENDEES'],
      [[{ start, alarms: many(ICS_MAX_ALARMS + 1, { trigger: { hours: 1 } }) }], 'ICS_MAX_ALARMS'],
      [[{ start, categories: many(ICS_MAX_LIST_ITEMS + 1, 'c') }], 'ICS_MAX_LIST_ITEMS'],
      [[{ start, exclusionDates: many(ICS_MAX_LIST_ITEMS + 1, start) }], 'ICS_MAX_LIST_ITEMS'],
    ];
    for (const [events, limit] of over)
      await expect(call('createEvents', events)).rejects.toMatchObject({ code: 'ics.too-many', limit });
    const half = 'x'.repeat(ICS_MAX_TEXT_CHARS / 2);
    for (const event of [
      { start, title: half, description: `${half}y` },
      { start, title: 'x'.repeat(ICS_MAX_TEXT_CHARS + 1) },
      { start, title: 'x'.repeat(5_242_881) },
    ])
      await expect(call('createEvent', event)).rejects.toMatchObject({ name: 'PackLimitError', code: 'ics.too-large' });
  });

  it('writes the largest calendars in time', async () => {
    const began = performance.now();
    const description = '€, \n'.repeat(262_000);
    expect(linesOf(await call('createEvent', { start, title: 'x', description }))).toContain(
      `DESCRIPTION:${description.replaceAll(',', '\\,').replaceAll('\n', '\\n')}`,
    );
    const attendees = Array.from({ length: ICS_MAX_ATTENDEES }, () => ({ email: 'a@x' }));
    const events = Array.from({ length: ICS_MAX_EVENTS }, (_, at) => ({
      start,
      uid: `u${at}`,
      attendees: at % 10 === 0 ? attendees : [],
    }));
    expect(String(await call('createEvents', events)).match(/^ATTENDEE/gm)).toHaveLength(10_000);
    await call('createEvent', { start, url: `http://${':@'.repeat(50_000)}` });
    await call('createEvent', { start, url: `http://${'a'.repeat(100_000)}!` });
    expect(performance.now() - began).toBeLessThan(ICS_CALL_TIMEOUT_MS);
  });

  it('takes no text for a stand-in of its own', async () => {
    const text = await call('createEvent', {
      start,
      title: 'x1.slot.invalid $& $1',
      location: 'http://x0.slot.invalid',
    });
    expect(linesOf(text)).toContain('SUMMARY:x1.slot.invalid $& $1');
    expect(linesOf(text)).toContain('LOCATION:http://x0.slot.invalid');
  });

  it('replaces lone surrogates and leaves the world clean', async () => {
    expect(linesOf(await call('createEvent', { start, title: 'a\ud800b' }))).toContain('SUMMARY:a\ufffdb');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
