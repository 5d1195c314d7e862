import { kindOf, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

const ISO = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(Z|([+-])(\d\d):?(\d\d))?)?$/i;

/**
 * A moment as `20130524T000000Z`. Takes ISO 8601, extended or basic, and milliseconds since 1970; a time without a
 * zone is UTC. Absent means `now`.
 * @throws {PackInputError} `aws.bad-argument`
 */
export function amzDate(where: string, label: string, value: unknown, now: number): string {
  const time = value === undefined || value === null ? now : timeOf(value);
  if (time !== undefined && time >= 0 && time < Date.UTC(10_000, 0, 1)) {
    return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
  }
  const what = typeof value === 'object' ? kindOf(value) : `this ${typeof value}`;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be an ISO date or milliseconds since 1970, not ${what}`,
    'Leave it out for now',
  );
}

function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return value.getTime();
  const parts = typeof value === 'string' && value.length <= 40 ? ISO.exec(value) : null;
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? 0 : Number(part)));
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  // A day or an hour that is not there would roll over into the next.
  const read = new Date(time);
  const isReal =
    year >= 1000 &&
    read.getUTCMonth() === month - 1 &&
    read.getUTCDate() === day &&
    minute < 60 &&
    second < 60 &&
    hour < 24;
  if (!isReal) return undefined;
  const offset = (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * 60_000;
  return parts[8] === '-' ? time + offset : time - offset;
}
