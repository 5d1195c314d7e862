import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rrule, { RRule, RRuleSet, rrulestr } from './index.js';
import { library } from './library.js';
import { RRULE_MAX_YEAR } from './limits.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./guest.ts', import.meta.url)));
});
afterAll(() => guest.close());

const datesOf = (text: string): unknown => guest.run('return pack.rrulestr(input).all()', text);
const days = (prefix: string, list: string[], time: string): string[] =>
  list.map((day) => `${prefix}${day}T${time}.000Z`);

describe('rrulestr', () => {
  it('finds the last Friday of each month', () => {
    expect(datesOf('DTSTART:20240101T100000Z\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=4')).toEqual(
      days('2024-', ['01-26', '02-23', '03-29', '04-26'], '10:00:00'),
    );
  });

  // Examples of RFC 5545, section 3.8.5.3, with times taken for UTC.
  it.each([
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', ['09-02', '09-12', '09-22', '10-02', '10-12']],
    ['FREQ=WEEKLY;COUNT=3', ['09-02', '09-09', '09-16']],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=8',
      ['09-02', '09-04', '09-16', '09-18', '09-30', '10-02', '10-14', '10-16'],
    ],
    ['FREQ=MONTHLY;BYDAY=1FR;COUNT=3', ['09-05', '10-03', '11-07']],
    ['FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3', ['09-28', '10-29', '11-28']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['09-30', '10-31', '11-28']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', ['09-04', '10-07', '11-06']],
    ['FREQ=DAILY;UNTIL=19970905T000000Z', ['09-02', '09-03', '09-04']],
  ])('gives the dates of the RFC for %s', (rule, list) => {
    expect(datesOf(`DTSTART:19970902T090000Z\nRRULE:${rule}`)).toEqual(days('1997-', list, '09:00:00'));
  });

  it('leaves exceptions out and takes extra dates in', () => {
    const text = 'DTSTART:20240101T100000Z\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20240102T100000Z\nRDATE:20240110T100000Z';
    expect(datesOf(text)).toEqual(days('2024-01-', ['01', '03', '10'], '10:00:00'));
    expect(guest.run('return pack.rrulestr(input) instanceof pack.RRuleSet', text)).toBe(true);
  });

  it('gives parts of a rule', () => {
    const body = `
      const rule = pack.rrulestr('DTSTART:20240101T100000Z\\nRRULE:FREQ=DAILY');
      const at = (text) => new Date(text);
      return [rule.between(at('2024-02-01T10:00:00Z'), at('2024-02-03T10:00:00Z'), true).length,
        rule.between(at('2024-02-01T10:00:00Z'), at('2024-02-03T10:00:00Z')).length,
        rule.after(at('2024-03-01T10:00:00Z')), rule.before(at('2024-03-01T10:00:00Z')),
        rule.all((_, index) => index < 5).length];`;
    expect(guest.run(body)).toEqual([3, 1, '2024-03-02T10:00:00.000Z', '2024-02-29T10:00:00.000Z', 5]);
  });

  it('writes English and iCalendar', () => {
    expect(guest.run('return pack.rrulestr("FREQ=DAILY;INTERVAL=2;COUNT=5").toText()')).toBe(
      'every 2 days for 5 times',
    );
    expect(guest.run('return pack.RRule.fromText("every 2 days for 5 times").toString()')).toBe(
      'RRULE:INTERVAL=2;FREQ=DAILY;COUNT=5',
    );
  });
});

describe('RRule', () => {
  it('takes options', () => {
    const body = `
      const { RRule } = pack;
      return new RRule({ freq: RRule.WEEKLY, byweekday: [RRule.MO, RRule.WE], dtstart: pack.datetime(2024, 1, 1, 9), count: 3 }).all();`;
    expect(guest.run(body)).toEqual(days('2024-01-', ['01', '03', '08'], '09:00:00'));
  });

  it('ends at the last year of the library', () => {
    const body =
      'return new pack.RRule({ freq: pack.Frequency.YEARLY, dtstart: pack.datetime(9990, 1, 1) }).all().at(-1)';
    expect(guest.run(body)).toBe(`${RRULE_MAX_YEAR}-01-01T00:00:00.000Z`);
  });

  it('refuses frequencies and dates that are none', () => {
    for (const options of [
      '{ freq: 99 }',
      '{ freq: 3, dtstart: new Date(NaN) }',
      '{ freq: 3, dtstart: "2024-01-01" }',
      '{ freq: 3, until: 7 }',
      '{ freq: 3, nope: 1 }',
    ]) {
      expect(() => guest.run(`return new pack.RRule(${options})`), options).toThrow('Invalid');
    }
    for (const text of ['FREQ=NOPE', '', 'DTSTART:garbage\nRRULE:FREQ=DAILY', 'FREQ=DAILY;UNTIL=garbage']) {
      expect(() => guest.run('return pack.rrulestr(input)', text), text).toThrow('Invalid');
    }
  });
});

describe('time zones', () => {
  it('are refused by name in every text', () => {
    for (const text of [
      'DTSTART;TZID=Europe/Berlin:20240101T100000\nRRULE:FREQ=DAILY;COUNT=2',
      'dtstart;tzid=Europe/Berlin:20240101T100000\nrrule:freq=daily',
      'FREQ=DAILY;TZID=X',
      'RDATE;TZID=Europe/Berlin:20240101T100000',
      'DTSTART:20240101T100000Z\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE;TZID=Europe/Berlin:20240101T100000',
    ]) {
      expect(() => guest.run('return pack.rrulestr(input)', text), text).toThrow(/tzid=.* is not supported: .*UTC/i);
      expect(() => guest.run('return pack.RRule.fromString(input)', text), text).toThrow(/tzid=.* is not supported/i);
      expect(() => guest.run('return pack.RRule.parseString(input)', text), text).toThrow(/tzid=.* is not supported/i);
    }
  });

  it('are refused by name in every option', () => {
    for (const call of [
      'new pack.RRule({ freq: 3, tzid: "Europe/Berlin" })',
      'pack.rrulestr("FREQ=DAILY", { tzid: "Europe/Berlin" })',
      'new pack.RRuleSet().tzid("Europe/Berlin")',
      'pack.rrulestr("FREQ=DAILY", { forceset: true }).tzid("Europe/Berlin")',
    ]) {
      expect(() => guest.run(`return ${call}`), call).toThrow('tzid "Europe/Berlin" is not supported');
    }
    expect(
      guest.run('return [new pack.RRule({ freq: 3, tzid: null }).options.tzid, new pack.RRuleSet().tzid() ?? null]'),
    ).toEqual([null, null]);
  });
});

describe('the module', () => {
  it('has the exports of the library, and a default namespace', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual([...Object.keys(library), 'default'].sort());
    expect(guest.run('return pack.default.rrulestr === pack.rrulestr')).toBe(true);
    expect(rrule.RRule).toBe(RRule);
  });

  it('takes rules of the library for its own', () => {
    const rule = rrulestr('FREQ=DAILY;COUNT=1');
    expect([rule instanceof RRule, rule instanceof RRuleSet, rule.clone() instanceof RRule]).toEqual([
      true,
      false,
      true,
    ]);
    expect([{} instanceof RRule, Object.create(null) instanceof RRuleSet]).toEqual([false, false]);
    const set = new RRuleSet();
    set.rrule(new RRule({ freq: RRule.DAILY, count: 2, dtstart: new Date(0) }));
    expect(set.all()).toHaveLength(2);
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});
