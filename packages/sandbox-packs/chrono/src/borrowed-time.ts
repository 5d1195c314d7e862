import type { Chrono, Component, ParsedResult } from 'chrono-node';

const CLOCK: readonly Component[] = ['hour', 'minute', 'second', 'millisecond'];
const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;

/** What relative words are counted from. */
export interface Reference {
  instant: Date;
  timezone: number;
}

/**
 * One end of a hit as an instant, at 12:00 when the text states no time of day.
 *
 * The library takes noon for "5 June" but the time of the reference for "tomorrow". Whether it took that, or guessed
 * the same hour ("last night" at midnight), shows when the reference is one millisecond later.
 */
export function instantOf(
  parser: Chrono,
  reference: Reference,
  result: ParsedResult,
  side: 'start' | 'end',
): Date | undefined {
  const components = result[side];
  const date = components?.date();
  if (!components || !date || components.isCertain('hour')) return date;

  const wallMs = reference.instant.getTime() + reference.timezone * 60_000;
  const wall = new Date(wallMs);
  const clock = [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds(), wall.getUTCMilliseconds()];
  if (CLOCK.some((part, at) => components.get(part) !== clock[at])) return date;

  const later = new Date(reference.instant.getTime() + 1);
  const again = parser.parse(result.text, { ...reference, instant: later })[0]?.[side];
  if (again?.get('millisecond') !== later.getUTCMilliseconds()) return date;
  return new Date(date.getTime() - (((wallMs % DAY_MS) + DAY_MS) % DAY_MS) + NOON_MS);
}
