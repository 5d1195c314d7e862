/**
 * `format`.
 * @module
 */
import { DEFAULT_FORMAT_LOCALE } from '../../limits.js';
import type { BridgeSurface } from './shape.js';

export const FORMAT: BridgeSurface = {
  kind: 'namespace',
  description: 'Numbers, dates, relative times and lists in the words of a locale.',
  details: [
    `The locale is \`${DEFAULT_FORMAT_LOCALE}\` unless named. A bad locale, unit, currency or zone rejects with a RangeError.`,
  ],
  members: [
    {
      name: 'format.number',
      forms: ['(value: number, options?: FormatNumberOptions): Promise<string>'],
      description: 'Writes a number, a percentage or an amount of money.',
    },
    {
      name: 'format.date',
      forms: ['(epochMs: number | Date, options?: FormatDateOptions): Promise<string>'],
      description: 'Writes a date or time, in UTC unless a zone is named.',
    },
    {
      name: 'format.relativeTime',
      forms: ['(value: number, unit: string, options?: FormatRelativeTimeOptions): Promise<string>'],
      description: 'Writes a time relative to now, such as “in 3 days”.',
    },
    {
      name: 'format.list',
      forms: ['(items: readonly unknown[], options?: FormatListOptions): Promise<string>'],
      description: 'Joins items as a sentence would, such as “a, b, and c”.',
    },
  ],
  types: [
    `/** As in \`Intl.NumberFormat\`. */
interface FormatNumberOptions {
  locale?: string;
  style?: 'decimal' | 'currency' | 'percent' | 'unit';
  /** Code of ISO 4217, such as \`EUR\`. */
  currency?: string;
  minimumFractionDigits?: number;
  maximumFractionDigits?: number;
  useGrouping?: boolean | string;
}`,
    `/** As in \`Intl.DateTimeFormat\`; default a date of \`medium\` length. */
interface FormatDateOptions {
  locale?: string;
  dateStyle?: 'full' | 'long' | 'medium' | 'short';
  timeStyle?: 'full' | 'long' | 'medium' | 'short';
  /** Such as \`Europe/Berlin\`; default \`UTC\`. */
  timeZone?: string;
}`,
    `/** As in \`Intl.RelativeTimeFormat\`. */
interface FormatRelativeTimeOptions {
  locale?: string;
  numeric?: 'always' | 'auto';
  style?: 'long' | 'short' | 'narrow';
}`,
    `/** As in \`Intl.ListFormat\`. */
interface FormatListOptions {
  locale?: string;
  type?: 'conjunction' | 'disjunction' | 'unit';
  style?: 'long' | 'short' | 'narrow';
}`,
  ],
  example: `console.log(await format.number(1234.5, { locale: 'de-DE' })); // 1.234,5
console.log(await format.relativeTime(-1, 'day', { numeric: 'auto' })); // yesterday
console.log(await format.list(['tea', 'milk', 'salt'])); // tea, milk, and salt`,
};
