/** Reads dates written in plain words with chrono-node. Every call returns a promise. */

/** Languages that {@link parse} reads. */
export type ChronoLocale =
  | 'en'
  | 'en-GB'
  | 'ar'
  | 'de'
  | 'es'
  | 'fi'
  | 'fr'
  | 'id'
  | 'it'
  | 'ja'
  | 'nl'
  | 'pt'
  | 'ru'
  | 'sv'
  | 'uk'
  | 'vi'
  | 'zh';

/** Options of {@link parse} and {@link parseDate}. */
export interface ChronoOptions {
  /** Zone of the writer in minutes east of UTC, a whole number of -840 to 840; default 0. UTC+2 is `120`. */
  timezone?: number;
  /** Takes `Monday` as the next one and not as the nearest; default `false`. */
  forward?: boolean;
  /** Language of the text; default `"en"`, where `1/2` is 2 January. `"en-GB"` takes it as 1 February. */
  locale?: ChronoLocale;
}

/** What words such as `tomorrow` are counted from: ISO text (UTC without a zone), epoch milliseconds or a date. */
export type ChronoNow = string | number | Date;

/** A part of a date that a text can state. */
export type ChronoPart =
  | 'year'
  | 'month'
  | 'day'
  | 'weekday'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond'
  | 'meridiem'
  | 'timezoneOffset';

/** One date, or one span of dates. */
export interface ChronoHit {
  /** The words themselves. */
  text: string;
  /** Where they begin, in UTF-16 units from 0. */
  index: number;
  /** ISO text in UTC; 12:00 in the writer's zone when no time of day is stated. */
  start: string;
  /** End of a span, else `null`. */
  end: string | null;
  /** Parts of `start` that the text states; the others are guesses. */
  certain: ChronoPart[];
}

/**
 * The first date of a text of at most 200 000 characters as ISO text in UTC, or `null`.
 * @param now - default: the present of the host
 * @throws codes `chrono.bad-argument`, `chrono.too-large`, `chrono.timeout`
 * @example
 * await parseDate('next Tuesday at 3pm', '2024-05-15T12:00:00Z'); // "2024-05-21T15:00:00.000Z"
 */
export function parseDate(text: string, now?: ChronoNow, options?: ChronoOptions): Promise<string | null>;

/**
 * All dates of a text of at most 200 000 characters, at most 5000.
 * @param now - default: the present of the host
 * @throws codes `chrono.bad-argument`, `chrono.too-large`, `chrono.too-many`, `chrono.timeout`
 * @example
 * const [hit] = await parse('from 5 June 2024 to 9 June 2024', '2024-05-15T12:00:00Z');
 * hit?.end; // "2024-06-09T12:00:00.000Z"
 */
export function parse(text: string, now?: ChronoNow, options?: ChronoOptions): Promise<ChronoHit[]>;

declare const chrono: { readonly parseDate: typeof parseDate; readonly parse: typeof parse };
export default chrono;
