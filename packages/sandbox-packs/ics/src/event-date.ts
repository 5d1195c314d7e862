/**
 * Dates of an event: a day, or an instant in UTC.
 * @module
 */
import { kindOf, PackInputError, readIsoTime } from '@nodetool-ai/sandbox-pack-kit';

/** A day or an instant, in the form that the library writes as it is. */
export interface EventDate {
  isAllDay: boolean;
  /** Start of the day, or the instant, in epoch milliseconds. */
  ms: number;
  /** `[y, m, d]` of a day, `20240815T100000Z` of an instant. */
  forLibrary: [number, number, number] | string;
}

const RANGES = [
  [1000, 9999],
  [1, 12],
  [1, 31],
  [0, 23],
  [0, 59],
  [0, 59],
] as const;
const FORMS = 'Use [y, m, d] for a whole day, [y, m, d, h, min] or an ISO text such as "2024-08-15T10:00:00Z"';

/**
 * Reads `[y, m, d]` (a day), `[y, m, d, h, min, s?]` (UTC), an ISO text (UTC without a zone, a day without a time) or
 * a `Date`.
 * @throws {PackInputError} `ics.bad-argument`
 */
export function readEventDate(where: string, label: string, value: unknown): EventDate {
  if (Array.isArray(value)) return fromParts(where, label, value);
  if (value instanceof Date) return instant(where, label, value.getTime());
  if (typeof value !== 'string') throw refusal(where, label, `must be a date, not ${kindOf(value)}`);
  const text = value.trim();
  const time = readIsoTime(text);
  if (!time) throw refusal(where, label, `is no date: ${JSON.stringify(value.slice(0, 40))}`);
  return time.isDay ? fromParts(where, label, text.split('-').map(Number)) : instant(where, label, time.ms);
}

/** The same, as an instant; a day is its first moment in UTC. */
export function readInstant(where: string, label: string, value: unknown): string {
  return writeInstant(readEventDate(where, label, value).ms);
}

function fromParts(where: string, label: string, parts: readonly unknown[]): EventDate {
  if (parts.length < 3 || parts.length > 6) throw refusal(where, label, `has ${parts.length} numbers`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part, at) =>
    readPart(where, `${label}[${at}]`, part, RANGES[at] ?? [0, 0]),
  );
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(ms).getUTCDate() !== day)
    throw refusal(where, label, `is no day of the calendar: ${year}-${month}-${day}`);
  return parts.length === 3 ? { isAllDay: true, ms, forLibrary: [year, month, day] } : instant(where, label, ms);
}

// In the words of the library's own validation.
function readPart(where: string, label: string, part: unknown, [min, max]: readonly [number, number]): number {
  if (typeof part !== 'number' || Number.isNaN(part))
    throw refusal(where, label, `must be a number, not ${kindOf(part)}`);
  if (!Number.isInteger(part)) throw refusal(where, label, 'must be an integer');
  if (part < min) throw refusal(where, label, `must be greater than or equal to ${min}`);
  if (part > max) throw refusal(where, label, `must be less than or equal to ${max}`);
  return part;
}

function instant(where: string, label: string, ms: number): EventDate {
  const year = new Date(ms).getUTCFullYear();
  // The comparison is false for an invalid date.
  if (!(year >= RANGES[0][0] && year <= RANGES[0][1]))
    throw refusal(where, label, 'is no date of the years 1000 to 9999');
  return { isAllDay: false, ms, forLibrary: writeInstant(ms) };
}

function writeInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function refusal(where: string, label: string, what: string): PackInputError {
  return new PackInputError(where, 'bad-argument', `${label} ${what}`, FORMS);
}
