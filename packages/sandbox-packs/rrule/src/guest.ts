/**
 * Guest side of the rrule pack: rrule in UTC only.
 * @module
 */
import { library } from './library.js';
import { RRule, RRuleSet, rrulestr } from './rules.js';

export const ALL_WEEKDAYS: typeof library.ALL_WEEKDAYS = library.ALL_WEEKDAYS;
export const Frequency: typeof library.Frequency = library.Frequency;
export const Weekday: typeof library.Weekday = library.Weekday;
export const datetime: typeof library.datetime = library.datetime;
export { RRule, RRuleSet, rrulestr };

const rrule = Object.freeze({ ALL_WEEKDAYS, Frequency, RRule, RRuleSet, Weekday, datetime, rrulestr });
export default rrule;
