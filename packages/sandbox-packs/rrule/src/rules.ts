/**
 * The library's classes, refusing zones and dates that are none.
 * @module
 */
import type { Options, RRule as PlainRule, RRuleSet as PlainSet } from 'rrule';
import { library } from './library.js';
import { refuseZone, refuseZoneIn } from './zones.js';

/** A recurrence rule. Rules that the library makes itself are instances too. */
export class RRule extends library.RRule {
  constructor(options: Partial<Options> = {}, noCache = false) {
    refuseZone(options.tzid);
    refuseNoDate('dtstart', options.dtstart);
    refuseNoDate('until', options.until);
    super(options, noCache);
  }

  static override parseString = (text: string): Partial<Options> => {
    refuseZoneIn(text);
    return library.RRule.parseString(text);
  };

  static override fromString(text: string): RRule {
    return new RRule(RRule.parseString(text));
  }

  static override [Symbol.hasInstance](value: unknown): value is PlainRule {
    return isMadeBy(library.RRule, value);
  }
}

/** Several rules and dates, with exceptions. */
export class RRuleSet extends library.RRuleSet {
  constructor(noCache = false) {
    super(noCache);
    guardSet(this);
  }

  static override [Symbol.hasInstance](value: unknown): value is PlainSet {
    return isMadeBy(library.RRuleSet, value);
  }
}

/** Reads iCalendar lines. */
export function rrulestr(text: string, options?: Parameters<typeof library.rrulestr>[1]): PlainRule | PlainSet {
  refuseZoneIn(text);
  refuseZone(options?.tzid);
  const rule = library.rrulestr(text, options);
  if (isMadeBy(library.RRuleSet, rule)) guardSet(rule as PlainSet);
  return rule;
}

function guardSet(set: PlainSet): void {
  const plain = set.tzid;
  set.tzid = ((zone?: unknown) => {
    refuseZone(zone);
    return plain();
  }) as PlainSet['tzid'];
}

function isMadeBy(plain: { prototype: object }, value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.prototype.isPrototypeOf.call(plain.prototype, value);
}

function refuseNoDate(name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) {
    throw new Error(`Invalid options: ${name} is no date. Pass new Date("2024-01-01T10:00:00Z").`);
  }
}
