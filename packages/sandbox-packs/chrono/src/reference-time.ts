import { kindOf, PackInputError, readIsoTime } from '@nodetool-ai/sandbox-pack-kit';

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
  return typeof value === 'string' ? (readIsoTime(value.trim())?.ms ?? Number.NaN) : Number.NaN;
}
