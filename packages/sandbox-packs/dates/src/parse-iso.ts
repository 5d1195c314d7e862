/**
 * `parseISO` that knows a text without a year.
 *
 * The library sets a year of NaN and expects an invalid date; the guest's engine leaves the date as it was, 1 January 1970.
 * @module
 */
import * as library from 'date-fns';

/** The library's function, with an invalid date for every text that begins with no year. */
export const parseISO: typeof library.parseISO = (text, options) =>
  hasYear(String(text), options?.additionalDigits ?? 2)
    ? library.parseISO(text, options)
    : library.parseISO('', options);

function hasYear(text: string, additionalDigits: number): boolean {
  const day = text.split(/[T ]/, 1)[0]?.split(/Z/i, 1)[0] ?? '';
  const signed = (digits: number): string => `[+-]\\d{${digits + additionalDigits}}`;
  return new RegExp(`^(?:\\d{4}|${signed(4)}|(?:\\d{2}|${signed(2)})$)`).test(day);
}
