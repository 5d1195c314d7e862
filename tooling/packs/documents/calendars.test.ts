import * as rrule from '@nodetool-ai/sandbox-rrule';
import { describe, expect, it } from 'vitest';
import { sampleText } from './samples.js';

/** Dates of the first rule in a file, its start read as UTC: the pack knows no other zone. */
function datesOf(path: string, count: number): string[] {
  const text = sampleText(path);
  const event = text.split('BEGIN:').find((part) => part.includes('\nRRULE') || part.startsWith('RRULE')) ?? '';
  const rule = /^RRULE:(.*)$/m.exec(event)?.[1]?.trim() ?? '';
  const [, day = '', time = '000000'] = /^DTSTART[^:\n]*:(\d{8})(?:T(\d{6}))?/m.exec(event) ?? [];
  const set = rrule.rrulestr(`DTSTART:${day}T${time}Z\nRRULE:${rule}`);
  return set.all((_date: Date, at: number) => at < count).map((date: Date) => date.toISOString().slice(0, 16));
}

// Facts: by calendar. Last Sundays, Thursdays of that summer, ten days in a row.
describe('calendars of other programs', () => {
  it('every Thursday until August', () => {
    const dates = datesOf('ical/examples/example_rrule.ics', 50);
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2017-06-01T09:00', '2017-08-10T09:00', 11]);
  });

  it('ten days', () => {
    const dates = datesOf('ical/test/test12.ics', 50);
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2015-07-06T12:00', '2015-07-15T12:00', 10]);
  });

  it('the last Sunday of March, every year', () => {
    expect(datesOf('ical/test/test13.ics', 3)).toEqual(['1970-03-29T03:00', '1971-03-28T03:00', '1972-03-26T03:00']);
  });

  it('every other week on Monday and Thursday', () => {
    expect(datesOf('ical/test/test14.ics', 3)).toEqual(['2017-02-16T09:00', '2017-02-27T09:00', '2017-03-02T09:00']);
  });

  it('once a year, forever', () => {
    expect(datesOf('ical/test/test7.ics', 3)).toEqual(['2012-07-14T00:00', '2013-07-14T00:00', '2014-07-14T00:00']);
  });
});
