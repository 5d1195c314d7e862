/** Expands recurrence rules (RFC 5545) with rrule, in UTC only. Plain calls, no promises. */
import type { RRuleStrOptions } from 'rrule';
import { RRule, RRuleSet } from 'rrule';

export type { ByWeekday, Options, RRuleStrOptions, WeekdayStr } from 'rrule';
/**
 * `new RRule({ freq, dtstart, interval, count, until, byweekday, … })`: `all(iterator?)`, `between(after, before, inc?)`,
 * `after(date, inc?)`, `before(date, inc?)` give dates, `toString()` an iCalendar text, `toText()` English.
 *
 * `tzid` is refused. A rule without `count` and `until` has dates up to the year 9999: use `between`, or
 * `all((_, index) => index < 1000)`.
 * @throws Error containing `Invalid` for an unknown frequency or a date that is none; naming `tzid` for a zone
 * @example
 * new RRule({ freq: RRule.WEEKLY, byweekday: [RRule.MO], dtstart: datetime(2024, 1, 1), count: 2 }).all();
 */
export { ALL_WEEKDAYS, datetime, Frequency, RRule, RRuleSet, Weekday } from 'rrule';

/**
 * A rule, or a set of rules when there is more than one, from iCalendar lines (`DTSTART`, `RRULE`, `RDATE`, `EXRULE`,
 * `EXDATE`). Without `DTSTART` a rule starts now.
 * @throws Error naming `TZID` for a text with a zone; `Unknown RRULE property`, `Invalid …` for what is no rule
 * @example
 * rrulestr('DTSTART:20240101T100000Z\nRRULE:FREQ=DAILY;COUNT=3').all().length; // 3
 */
export declare function rrulestr(text: string, options?: Partial<RRuleStrOptions>): RRule | RRuleSet;

declare const rrule: Readonly<
  Pick<typeof import('rrule'), 'ALL_WEEKDAYS' | 'Frequency' | 'RRule' | 'RRuleSet' | 'Weekday' | 'datetime'> & {
    rrulestr: typeof rrulestr;
  }
>;
export default rrule;
