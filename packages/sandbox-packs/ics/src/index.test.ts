import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import ICAL from 'ical.js';
import { afterEach, describe, expect, it } from 'vitest';
import type * as Ics from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { ICS_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { createEvent, createEvents } = index as unknown as typeof Ics;

/** Events as an independent reader sees them. */
const readBack = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
/** Unfolded lines. */
const linesOf = (text: string): string[] => text.replace(/\r\n[ \t]/g, '').split('\r\n');
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const lunch: Ics.IcsEvent = {
  title: 'Lunch, with; team',
  start: [2024, 8, 15, 10, 0],
  duration: { hours: 1 },
  location: 'Café',
  uid: 'u1@x',
};

describe('createEvent', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each(['UTC', 'Asia/Tokyo', 'America/New_York'])('writes the event with the host in %s', async (host) => {
    process.env['TZ'] = host;
    const text = await createEvent(lunch);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of [
      'SUMMARY:Lunch\\, with\\; team',
      'DTSTART:20240815T100000Z',
      'DURATION:PT1H',
      'UID:u1@x',
      'LOCATION:Café',
      'METHOD:PUBLISH',
      'PRODID:nodetool-ai/sandbox-ics',
    ])
      expect(linesOf(text)).toContain(line);
    const [event] = readBack(text);
    expect(event?.summary).toBe('Lunch, with; team');
    expect(event?.startDate.toJSDate().toISOString()).toBe('2024-08-15T10:00:00.000Z');
    expect(event?.endDate.toJSDate().toISOString()).toBe('2024-08-15T11:00:00.000Z');
    expect(event?.location).toBe('Café');
  });

  it.each([
    ['2024-08-15T12:00:00+02:00', 'DTSTART:20240815T100000Z'],
    ['2024-08-15T10:00', 'DTSTART:20240815T100000Z'],
    ['2024-08-15', 'DTSTART;VALUE=DATE:20240815'],
    [[2024, 8, 15], 'DTSTART;VALUE=DATE:20240815'],
    [[2024, 8, 8, 8, 8], 'DTSTART:20240808T080800Z'],
    [new Date(Date.UTC(2024, 7, 15, 10)), 'DTSTART:20240815T100000Z'],
  ] as const)('reads the start %j', async (start, line) => {
    process.env['TZ'] = 'Asia/Tokyo';
    expect(linesOf(await createEvent({ title: 'x', start: start as Ics.IcsDate }))).toContain(line);
  });

  it.each([
    [{ days: 1 }, 'P1D'],
    [{ weeks: 2 }, 'P2W'],
    [{ weeks: 2, days: 1 }, 'P15D'],
    [{ days: 1, hours: 2 }, 'P1DT2H'],
    [{ hours: 1, seconds: 5 }, 'PT1H0M5S'],
    [{ minutes: 90 }, 'PT90M'],
  ])('writes the duration %j', async (duration, written) => {
    const text = await createEvent({ title: 'x', start: [2024, 8, 15, 0, 0], duration });
    expect(linesOf(text)).toContain(`DURATION:${written}`);
    const { weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = duration as Ics.IcsDuration;
    expect(readBack(text)[0]?.duration.toSeconds()).toBe(
      (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds,
    );
  });

  it('writes all-day events with their last day before the end', async () => {
    const text = await createEvent({ title: 'x', start: '2024-12-24', end: [2024, 12, 27] });
    expect(linesOf(text)).toEqual(expect.arrayContaining(['DTSTART;VALUE=DATE:20241224', 'DTEND;VALUE=DATE:20241227']));
    expect(linesOf(await createEvent({ title: 'x', start: '2024-12-24', end: '2024-12-24' })).join()).not.toMatch(
      /DTEND/,
    );
  });

  it('folds lines at 75 bytes and between characters', async () => {
    const description = `${'€uro 😀, '.repeat(200)}\nnext`;
    const text = await createEvent({ ...lunch, description, categories: ['a,b', 'c;d'] });
    for (const line of text.split('\r\n')) expect(bytesOf(line)).toBeLessThanOrEqual(75);
    expect(readBack(text)[0]?.description).toBe(description);
    const categories = readBack(text)[0]?.component.getFirstProperty('categories');
    expect(categories?.getValues()).toEqual(['a,b', 'c;d']);
  });

  it('writes people, alarms, rules and the rest', async () => {
    const text = await createEvent({
      ...lunch,
      url: 'https://example.test/a?b=c,d;e',
      organizer: { name: 'Ada "A" Byron', email: 'ada@example.test', sentBy: 'cat@example.test' },
      attendees: [
        {
          name: 'Ben; Co:x',
          email: 'ben@example.test',
          rsvp: true,
          role: 'CHAIR',
          partstat: 'ACCEPTED',
          xNumGuests: 2,
        },
        { email: 'room@example.test', cutype: 'ROOM', dir: 'ldap://host/x' },
      ],
      alarms: [
        { trigger: { minutes: 15, before: true }, repeat: 2, duration: { minutes: 5 } },
        {
          action: 'audio',
          trigger: '2024-08-15T09:00:00Z',
          attach: 'https://example.test/a.mp3',
          attachType: 'audio/mpeg',
        },
        { trigger: { minutes: 0 } },
      ],
      recurrenceRule: 'FREQ=WEEKLY;COUNT=4;BYDAY=TH',
      exclusionDates: ['2024-08-22T10:00:00Z'],
      geo: { lat: 48.858, lon: -0.0000001 },
      status: 'CONFIRMED',
      busyStatus: 'BUSY',
      transp: 'OPAQUE',
      classification: 'PRIVATE',
      sequence: 3,
      created: [2024, 1, 2],
      lastModified: '2024-01-03T04:05:06Z',
      calName: 'Team; A',
      productId: 'me',
    });
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'URL:https://example.test/a?b=c,d;e',
        `ORGANIZER;SENT-BY="MAILTO:cat@example.test";CN="Ada ^'A^' Byron":MAILTO:ada@example.test`,
        'ATTENDEE;RSVP=TRUE;X-NUM-GUESTS=2;ROLE="CHAIR";PARTSTAT="ACCEPTED";CN="Ben; Co:x":mailto:ben@example.test',
        'TRIGGER:-PT15M',
        'DESCRIPTION:Lunch\\, with\\; team',
        'TRIGGER;VALUE=DATE-TIME:20240815T090000Z',
        'ATTACH;FMTTYPE=audio/mpeg:https://example.test/a.mp3',
        'TRIGGER:PT0S',
        'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TH',
        'EXDATE:20240822T100000Z',
        'GEO:48.858;0',
        'STATUS:CONFIRMED',
        'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
        'TRANSP:OPAQUE',
        'CLASS:PRIVATE',
        'SEQUENCE:3',
        'CREATED:20240102T000000Z',
        'LAST-MODIFIED:20240103T040506Z',
        'X-WR-CALNAME:Team\\; A',
        'PRODID:me',
      ]),
    );
    const [event] = readBack(text);
    expect(event?.component.getFirstProperty('organizer')?.getParameter('cn')).toBe('Ada "A" Byron');
    expect(event?.attendees.map((attendee) => attendee.getFirstValue())).toEqual([
      'mailto:ben@example.test',
      'mailto:room@example.test',
    ]);
    const dates = event?.iterator();
    expect([0, 1, 2].map(() => dates?.next()?.toString())).toEqual([
      '2024-08-15T10:00:00Z',
      '2024-08-29T10:00:00Z',
      '2024-09-05T10:00:00Z',
    ]);
  });

  it('leaves out days of an all-day rule', async () => {
    const text = await createEvent({
      title: 'x',
      start: '2024-08-15',
      recurrenceRule: 'FREQ=DAILY;COUNT=2',
      exclusionDates: ['2024-08-15'],
    });
    expect(linesOf(text)).toContain('EXDATE;VALUE=DATE:20240815');
  });

  it('makes a version 4 UUID and a title where none is given', async () => {
    const [first, second] = await Promise.all([
      createEvent({ start: '2024-08-15' }),
      createEvent({ start: '2024-08-15' }),
    ]);
    const uid = /UID:([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\r\n/;
    expect(uid.exec(first)?.[1]).not.toBe(uid.exec(second)?.[1]);
    expect(first).toContain('SUMMARY:Untitled event\r\n');
  });
});

describe('createEvents', () => {
  it('writes several events into one calendar', async () => {
    const text = await createEvents([lunch, { ...lunch, uid: 'u2@x' }], { calName: 'Talks', method: 'request' });
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
    expect(linesOf(text)).toEqual(expect.arrayContaining(['X-WR-CALNAME:Talks', 'METHOD:REQUEST']));
    expect(readBack(text).map((event) => event.uid)).toEqual(['u1@x', 'u2@x']);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['ics'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(ICS_CALL_TIMEOUT_MS);
  });
});
