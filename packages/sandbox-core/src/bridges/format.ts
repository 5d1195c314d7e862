/**
 * Host side of `format`: the platform's `Intl`.
 * @module
 */
import { DEFAULT_FORMAT_LOCALE, MAX_FORMAT_OPTION_CHARS } from '../limits.js';
import type { BridgeTable } from './bridge.js';

type Options = Record<string, string | number | boolean>;

/** The bridges `format.number`, `format.date`, `format.relativeTime` and `format.list`. */
export function formatBridges(): BridgeTable {
  return new Map<string, (args: unknown[]) => unknown>([
    [
      'format.number',
      ([value, given]) => {
        const { locale, options } = readOptions(given, 'number', [
          'style',
          'currency',
          'minimumFractionDigits',
          'maximumFractionDigits',
          'useGrouping',
        ]);
        return new Intl.NumberFormat(locale, options).format(finite(value, 'number: value'));
      },
    ],
    [
      'format.date',
      ([value, given]) => {
        const time = finite(value instanceof Date ? value.getTime() : value, 'date: epochMs');
        const { locale, options } = readOptions(given, 'date', ['dateStyle', 'timeStyle', 'timeZone']);
        // A guest's local time is UTC whatever the zone of the host.
        if (options.timeZone === undefined) options.timeZone = 'UTC';
        if (options.dateStyle === undefined && options.timeStyle === undefined) options.dateStyle = 'medium';
        return new Intl.DateTimeFormat(locale, options as Intl.DateTimeFormatOptions).format(time);
      },
    ],
    [
      'format.relativeTime',
      ([value, unit, given]) => {
        const amount = finite(value, 'relativeTime: value');
        const { locale, options } = readOptions(given, 'relativeTime', ['numeric', 'style']);
        const format = new Intl.RelativeTimeFormat(locale, options as Intl.RelativeTimeFormatOptions);
        return format.format(amount, short(unit, 'relativeTime: unit') as Intl.RelativeTimeFormatUnit);
      },
    ],
    [
      'format.list',
      ([items, given]) => {
        if (!Array.isArray(items)) throw new TypeError('format.list: items must be an array');
        if (!items.every((item) => typeof item === 'string')) throw new TypeError('format.list: items must be strings');
        const { locale, options } = readOptions(given, 'list', ['type', 'style']);
        return new Intl.ListFormat(locale, options as Intl.ListFormatOptions).format(items);
      },
    ],
  ]);
}

function finite(value: unknown, what: string): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw new TypeError(`format.${what} must be a finite number`);
  return number;
}

function short(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`format.${what} must be a string`);
  if (value.length <= MAX_FORMAT_OPTION_CHARS) return value;
  throw new RangeError(
    `format.${what} has ${value.length} characters; at most ${MAX_FORMAT_OPTION_CHARS} are accepted`,
  );
}

/** Copies the documented options, so that nothing else of a guest's object reaches `Intl`. */
function readOptions(given: unknown, caller: string, names: readonly string[]): { locale: string; options: Options } {
  const options: Options = {};
  if (given === undefined || given === null) return { locale: DEFAULT_FORMAT_LOCALE, options };
  if (typeof given !== 'object') throw new TypeError(`format.${caller}: options must be an object`);
  const source = given as Record<string, unknown>;
  for (const name of names) {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new TypeError(`format.${caller}: option "${name}" must be a string, number or boolean`);
    }
    options[name] = typeof value === 'string' ? short(value, `${caller}: option "${name}"`) : value;
  }
  const locale = Object.hasOwn(source, 'locale') ? source['locale'] : undefined;
  if (locale === undefined || locale === null) return { locale: DEFAULT_FORMAT_LOCALE, options };
  return { locale: short(locale, `${caller}: option "locale"`), options };
}
