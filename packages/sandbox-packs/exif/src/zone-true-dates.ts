/**
 * Dates as text, never as instants: a camera's clock has no zone unless a tag states it.
 * @module
 */

/** Tag of a date and tag of its offset from UTC, by EXIF 2.32, 4.6.5. */
const OFFSETS = new Map([
  [0x0132, 0x9010],
  [0x9003, 0x9011],
  [0x9004, 0x9012],
]);
const DATE = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)$/;
const OFFSET = /^(?:[+-]\d\d:\d\d|Z)$/;

/** True for tags that hold a date and a time. */
export function isDateTag(tag: number): boolean {
  return OFFSETS.has(tag);
}

/**
 * `2024:05:15 13:14:15` as `2024-05-15T13:14:15`, with its offset when the tag for it holds one. What is no date of the
 * calendar stays as it is.
 * @param exif - tags of the EXIF block, which holds the offsets of all dates
 */
export function zoneTrueDate(tag: number, value: unknown, exif: Readonly<Record<string, unknown>>): unknown {
  const parts = typeof value === 'string' ? DATE.exec(value.trim()) : null;
  if (!parts) return value;
  const [, year, month, day, hour, minute, second] = parts;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${text}Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== text) return value;
  const offset = exif[String(OFFSETS.get(tag))];
  return typeof offset === 'string' && OFFSET.test(offset.trim()) ? text + offset.trim() : text;
}
