import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import * as library from 'date-fns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import dates, { format } from './index.js';
import locale from './locale.js';

let guest: GuestEngine;
let locales: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('../test/as-in-a-run.ts', import.meta.url)));
  locales = await openGuest(fileURLToPath(new URL('../test/with-locales.ts', import.meta.url)));
});
afterAll(() => {
  guest.close();
  locales.close();
});

describe('facts of the calendar', () => {
  it.each([
    ['formatISO(pack.addMonths(at("2024-01-31"), 1), { representation: "date" })', '2024-02-29'],
    ['getISOWeek(at("2021-01-03"))', 53],
    ['getISOWeekYear(at("2021-01-03"))', 2020],
    ['getQuarter(at("2024-08-15"))', 3],
    ['getDayOfYear(at("2024-12-31"))', 366],
    ['differenceInBusinessDays(at("2024-05-13"), at("2024-05-03"))', 6],
    ['format(at("2024-02-29T13:05:09Z"), "EEEE, do MMMM yyyy HH:mm:ss")', 'Thursday, 29th February 2024 13:05:09'],
    ['formatDuration(pack.intervalToDuration({ start: 0, end: 93784000 }))', '1 day 2 hours 3 minutes 4 seconds'],
    ['isLeapYear(at("2000-01-01"))', true],
    ['isLeapYear(at("1900-01-01"))', false],
    ['formatDistance(at("2024-01-01"), at("2024-01-04"))', '3 days'],
    ['parse("29.02.2024", "dd.MM.yyyy", new Date(0)).toISOString()', '2024-02-29T00:00:00.000Z'],
    ['parseISO("2024-02-29T10:00:00+02:00").toISOString()', '2024-02-29T08:00:00.000Z'],
    ['eachDayOfInterval({ start: at("2024-02-27"), end: at("2024-03-01") }).length', 4],
  ])('%s', (call, answer) => {
    expect(guest.run(`const at = (text) => new Date(text); return pack.${call}`)).toBe(answer);
  });

  it('are those of Python, for weeks and days of years', () => {
    const texts = Array.from({ length: 200 }, (_, at) => new Date(at * 86_400_000 * 97.5).toISOString().slice(0, 10));
    const script = `
import datetime, json, sys
def row(text):
    day = datetime.date.fromisoformat(text)
    year, week, weekday = day.isocalendar()
    return [year, week, weekday, day.timetuple().tm_yday, (day - datetime.date(1970, 1, 1)).days, day.strftime("%A %d %B %Y")]
print(json.dumps([row(text) for text in json.load(sys.stdin)]))`;
    const theirs: unknown = JSON.parse(
      execFileSync('python3', ['-c', script], { input: JSON.stringify(texts), encoding: 'utf8' }),
    );
    const body = `
      return input.map((text) => {
        const day = pack.parseISO(text);
        return [pack.getISOWeekYear(day), pack.getISOWeek(day), pack.getISODay(day), pack.getDayOfYear(day),
          pack.differenceInCalendarDays(day, new Date(0)), pack.format(day, 'EEEE dd MMMM yyyy')];
      })`;
    expect(guest.run(body, texts)).toEqual(theirs);
  });
});

describe('time zones', () => {
  it('are UTC, whatever the host has', () => {
    expect(guest.run('return new Date(0).getTimezoneOffset()')).toBe(0);
    expect(
      guest.run('return pack.format(pack.startOfDay(new Date("2024-07-01T23:30:00Z")), "yyyy-MM-dd HH:mm xxx")'),
    ).toBe('2024-07-01 00:00 +00:00');
  });
});

describe('what a guest cannot do', () => {
  it('is named with what to use instead', () => {
    expect(() => guest.run('return pack.intlFormat(new Date(0))')).toThrow(/guest does not have.* format\.date\(/);
    expect(() => guest.run('return pack.default.intlFormatDistance(0, 1)')).toThrow(/format\.relativeTime\(/);
  });
});

describe('bad input', () => {
  it('gives invalid dates, which format refuses', () => {
    expect(
      guest.run(`
        const dates = [pack.parseISO("nope"), pack.addDays(new Date(NaN), 1), pack.setYear(0, NaN), pack.addMonths(0, NaN),
          pack.setHours(0, undefined), pack.set(new Date(0), { date: NaN })];
        return dates.map(pack.isValid)`),
    ).toEqual([false, false, false, false, false, false]);
    // A run has a console, the bare engine of this test has none; the library warns before it throws.
    const body = `
      globalThis.console ??= { warn() {} };
      return [[NaN, 'yyyy'], [0, 'YYYY'], [0, 'DD']].map(([time, text]) => {
        try { return pack.format(new Date(time), text) } catch (e) { return [e.name, e.message] }
      })`;
    expect(guest.run(body)).toEqual([
      ['RangeError', 'Invalid time value'],
      ['RangeError', expect.stringContaining('`yyyy` instead of `YYYY`')],
      ['RangeError', expect.stringContaining('`dd` instead of `DD`')],
    ]);
  });
});

describe('the locale module', () => {
  it('writes dates in fifteen languages, as the library in V8', () => {
    const body = `
      return Object.keys(pack.locale).sort().map((name) =>
        [name, pack.dates.format(new Date('2024-02-29T13:05:09Z'), 'PPPP', { locale: pack.locale[name] }),
          pack.dates.formatDistance(0, 86400000 * 3, { locale: pack.locale[name], addSuffix: true })]);`;
    const run = new Function('pack', body) as (pack: unknown) => string[][];
    const there = locales.run(body) as string[][];
    expect(there).toEqual(run({ dates: library, locale }));
    expect(there).toHaveLength(15);
    expect(there[0]).toEqual(['de', 'Donnerstag, 29. Februar 2024', 'vor 3 Tagen']);
    expect(there.find(([name]) => name === 'ja')?.[1]).toBe('2024年2月29日木曜日');
  });
});

describe('the module', () => {
  it('has the 250 names of the library and a default namespace', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual([...Object.keys(library), 'default'].sort());
    expect(Object.keys(library)).toHaveLength(250);
    expect(guest.run('return pack.default.format === pack.format')).toBe(true);
    expect(dates.format).toBe(format);
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
    expect(new TextEncoder().encode(locales.source).length).toBeLessThan(1_048_576);
  });
});
