/**
 * Refuses time zones: a guest has no `Intl`, and the library would die of that in the middle of an expansion.
 * @module
 */

/** Refuses a zone given as an option. */
export function refuseZone(zone: unknown): void {
  if (zone !== undefined && zone !== null) throw zoneError(`tzid ${JSON.stringify(String(zone).slice(0, 100))}`);
}

/** Refuses a text that names a zone anywhere, also where the library would take its times for UTC without a word. */
export function refuseZoneIn(text: unknown): void {
  const zone = /\bTZID\s*=[^:;\n]{0,100}/i.exec(String(text))?.[0];
  if (zone !== undefined) throw zoneError(zone);
}

function zoneError(what: string): Error {
  return new Error(
    `${what} is not supported: rules are expanded in UTC only. Drop TZID, and write times in UTC as in 20240101T100000Z.`,
  );
}
