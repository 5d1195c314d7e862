const ISO =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(?<zone>[Zz]|[+-]\d\d:?\d\d)?)?$/;

/** What an ISO 8601 text says. */
export interface IsoTime {
  /** Milliseconds since 1970. */
  ms: number;
  /** A day without a time of day; `ms` is its first moment in UTC. */
  isDay: boolean;
}

/**
 * Reads `2024-05-15`, `2024-05-15T12:00`, `2024-05-15 12:00:00.5+02:00` and the like; `undefined` for all else. A time
 * without a zone is UTC, whatever the host's own zone is: the engine's reader would take it for local time, and
 * 30 February for 1 March.
 * @example
 * readIsoTime('2024-05-15T12:00')?.ms === Date.UTC(2024, 4, 15, 12); // true
 */
export function readIsoTime(text: string): IsoTime | undefined {
  const parts = ISO.exec(text)?.groups;
  if (!parts) return undefined;
  const day = parts['day'] ?? '';
  const midnight = new Date(day);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  if (parts['time'] === undefined) return { ms: midnight.getTime(), isDay: true };
  const zone = (parts['zone'] ?? 'Z').toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = Date.parse(`${day}T${parts['time']}${zone}`);
  return Number.isNaN(ms) ? undefined : { ms, isDay: false };
}
