/** Works with dates with date-fns. Plain calls, no promises. Local time is UTC in a guest. */
import type { DateArg, FormatOptions } from 'date-fns';

export * from 'date-fns';

/**
 * A date as text. Tokens: `yyyy` year, `MM` month, `dd` day, `EEEE` weekday, `HH:mm:ss` time, `do` ordinal, `PPPP` long date of
 * a locale, text in single quotes. Options: `locale` (from `@nodetool-ai/sandbox-dates/locale`), `weekStartsOn` 0…6.
 * @throws RangeError `Invalid time value` for an invalid date; naming `yyyy` and `dd` for `YYYY` and `DD`
 * @example
 * format(new Date(0), 'yyyy-MM-dd'); // '1970-01-01'
 */
export declare function format(date: DateArg<Date>, formatText: string, options?: FormatOptions): string;

/** Reads ISO 8601 text; what is none gives an invalid date, see `isValid`. A text without a zone is UTC. */
export declare function parseISO(text: string): Date;

/** Adds months and keeps to the last day of a shorter one: 31 January and 1 give 29 February in 2024. */
export declare function addMonths(date: DateArg<Date>, amount: number): Date;

/** Not in a guest: throws an Error naming the global `format.date`. */
export declare function intlFormat(...values: unknown[]): never;

/** Not in a guest: throws an Error naming the global `format.relativeTime`. */
export declare function intlFormatDistance(...values: unknown[]): never;

declare const dates: Readonly<
  Omit<typeof import('date-fns'), 'intlFormat' | 'intlFormatDistance'> & {
    intlFormat: typeof intlFormat;
    intlFormatDistance: typeof intlFormatDistance;
  }
>;
export default dates;
