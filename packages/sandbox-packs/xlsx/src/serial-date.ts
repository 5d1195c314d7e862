/**
 * Dates as Excel counts them: days since the last day of 1899, with a 29 February 1900 that never was (serial 60).
 * @see ECMA-376, part 1, 18.17.4.1
 * @module
 */

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31, the last day. */
const LAST = 2_958_466;

/** ISO text in UTC of a serial number; `undefined` when Excel shows no date for it. */
export function toIsoDate(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial + (is1904 ? 1462 : 0) < LAST)) return undefined;
  const missingDay = !is1904 && serial >= 1 && serial < 60 ? 1 : 0;
  return new Date((is1904 ? EPOCH_1904 : EPOCH) + Math.round((serial + missingDay) * DAY_MS)).toISOString();
}

/** Serial number of a date; `undefined` before 1900 and after 9999. */
export function toSerial(date: Date): number | undefined {
  const days = (date.getTime() - EPOCH) / DAY_MS;
  const serial = days < 61 ? days - 1 : days;
  return serial >= 1 && serial < LAST ? serial : undefined;
}
