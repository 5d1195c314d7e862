import { kindOf, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

// The time of day is local by ECMA-262 when no zone follows; here it is UTC.
const ISO =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(?<zone>[Zz]|[+-]\d\d:?\d\d)?)?$/;
const YEAR_ONE_MS = new Date('0001-01-01T00:00:00Z').getTime();
const LAST_MS = Date.UTC(10_000, 0, 1) - 1;

/**
 * The instant that words such as "tomorrow" are counted from: ISO text, epoch milliseconds or a `Date`, of the
 * years 1 to 9999. Left out, it is the present.
 * @throws {PackInputError} `chrono.bad-argument`; the library would take the clock instead
 */
export function readReferenceTime(where: string, value: unknown): Date {
  if (value === undefined) return new Date();
  const ms = toMs(value);
  if (ms >= YEAR_ONE_MS && ms <= LAST_MS) return new Date(ms);
  const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 50)) : kindOf(value);
  throw new PackInputError(
    where,
    'bad-argument',
    `now must be an ISO text, epoch milliseconds or a date of the years 1 to 9999, not ${what}`,
    'Use for example "2024-05-15T12:00:00Z", or leave it out for the present',
  );
}

function toMs(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  const parts = typeof value === 'string' ? ISO.exec(value.trim())?.groups : undefined;
  if (!parts) return Number.NaN;
  const date = parts['date'] ?? '';
  // The engine would take 30 February as 1 March.
  const midnight = new Date(date);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return Number.NaN;
  const zone = (parts['zone'] ?? 'Z').toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return Date.parse(`${date}T${parts['time'] ?? '00:00'}${zone}`);
}
