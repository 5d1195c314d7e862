/**
 * One event, checked field by field, as the library takes it.
 * @module
 */
import {
  isPlainObject,
  kindOf,
  type OptionReader,
  PackInputError,
  PackLimitError,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import type { EventAttributes, HeaderAttributes } from 'ics';
import { readAlarm } from './event-alarm.js';
import { type EventDate, readEventDate, readInstant } from './event-date.js';
import { readDuration } from './event-duration.js';
import { readAttendee, readOrganizer } from './event-people.js';
import { ICS_MAX_ALARMS, ICS_MAX_ATTENDEES, ICS_MAX_LIST_ITEMS } from './limits.js';
import { present } from './present.js';
import { randomUid } from './random-uid.js';
import type { TextFields } from './text-fields.js';

/** An event, and what it says about the whole calendar. */
export interface ReadEvent {
  event: EventAttributes;
  header: HeaderAttributes;
}

/**
 * Reads an event.
 * @throws {PackError} `ics.bad-argument` with the path of the field, `ics.too-many`, `ics.too-large`
 */
export function readEvent(where: string, label: string, value: unknown, fields: TextFields): ReadEvent {
  if (!isPlainObject(value))
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} must be an object, not ${kindOf(value)}`,
      'Pass an event',
    );
  const read = readOptions(where, value, tableOf(fields), label);
  const { calName, productId, start, end, duration, exclusionDates = [], alarms, ...rest } = read;
  refuseOddEnd(where, label, start, end, duration);
  const oddDay = exclusionDates.findIndex((date) => date.isAllDay !== start.isAllDay);
  if (oddDay >= 0)
    throw bad(
      where,
      `${label}.exclusionDates[${oddDay}] and ${label}.start are of two kinds`,
      'Use days or times in both',
    );

  // The standard wants an end after the start; without one the event ends where it starts.
  const isLong = end !== undefined && end.ms > start.ms;
  const title = rest.title ?? fields.text(where, `${label}.title`, 'Untitled event') ?? '';
  const event = present({
    ...rest,
    title,
    uid: rest.uid ?? randomUid(),
    start: start.forLibrary,
    end: isLong ? end.forLibrary : undefined,
    duration,
    exclusionDates: exclusionDates.length > 0 ? exclusionDates.map(writeExclusion) : undefined,
    alarms: alarms?.map((alarm, at) => readAlarm(where, `${label}.alarms[${at}]`, alarm, fields, title)),
  });
  // Each field was read by its own reader; the library's type wants an end or a duration, its code does not.
  return { event: event as EventAttributes, header: present({ calName, productId }) as HeaderAttributes };
}

function tableOf(fields: TextFields) {
  const date: OptionReader<string | undefined> = (where, label, value) =>
    value === undefined ? undefined : readInstant(where, label, value);
  return {
    title: fields.text,
    description: fields.text,
    location: fields.text,
    url: fields.address,
    start: readEventDate,
    end: (where: string, label: string, value: unknown) =>
      value === undefined ? undefined : readEventDate(where, label, value),
    duration: (where: string, label: string, value: unknown) =>
      value === undefined ? undefined : readDuration(where, label, value),
    status: wordOf(['TENTATIVE', 'CONFIRMED', 'CANCELLED']),
    busyStatus: wordOf(['FREE', 'BUSY', 'TENTATIVE', 'OOF']),
    organizer: (where: string, label: string, value: unknown) =>
      value === undefined ? undefined : readOrganizer(where, label, value, fields),
    attendees: listOf(ICS_MAX_ATTENDEES, 'ICS_MAX_ATTENDEES', (where, label, item) =>
      readAttendee(where, label, item, fields),
    ),
    categories: listOf(ICS_MAX_LIST_ITEMS, 'ICS_MAX_LIST_ITEMS', (where, label, item) =>
      fields.text(where, label, item ?? null),
    ),
    alarms: listOf<unknown>(ICS_MAX_ALARMS, 'ICS_MAX_ALARMS', (_where, _label, item) => item),
    recurrenceRule: fields.recurrenceRule,
    exclusionDates: listOf(ICS_MAX_LIST_ITEMS, 'ICS_MAX_LIST_ITEMS', readEventDate),
    geo,
    uid: fields.text,
    sequence,
    created: date,
    lastModified: date,
    classification: fields.token,
    transp: wordOf(['TRANSPARENT', 'OPAQUE']),
    calName: fields.text,
    productId: fields.text,
  };
}

function refuseOddEnd(where: string, label: string, start: EventDate, end?: EventDate, duration?: object): void {
  if (!end) return;
  if (duration) throw bad(where, `${label} has both end and duration`, 'Leave one out');
  if (end.isAllDay !== start.isAllDay)
    throw bad(where, `${label}.start and ${label}.end are of two kinds`, 'Use days or times in both');
  if (end.ms < start.ms) throw bad(where, `${label}.end is before ${label}.start`, 'Swap them');
}

function writeExclusion({ forLibrary }: EventDate): [number, number, number] | string {
  return forLibrary;
}

function wordOf<const Word extends string>(words: readonly Word[]): OptionReader<Word | undefined> {
  return (where, label, value) => {
    if (value === undefined) return undefined;
    const found = words.find((word) => typeof value === 'string' && word === value.toUpperCase());
    if (found) return found;
    throw bad(where, `${label} is not one of ${words.join(', ')}`, 'Leave it out if unsure');
  };
}

function listOf<T>(max: number, limit: string, read: OptionReader<T>): OptionReader<T[] | undefined> {
  return (where, label, value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw bad(where, `${label} must be an array, not ${kindOf(value)}`, 'Pass a list');
    if (value.length > max)
      throw new PackLimitError(
        where,
        'too-many',
        `${label} has ${value.length} items, over the limit of ${max}`,
        'Pass fewer',
        limit,
      );
    return Array.from(value, (item: unknown, at) => read(where, `${label}[${at}]`, item));
  };
}

const sequence: OptionReader<number | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647) return value;
  throw bad(where, `${label} must be a whole number of 0 or more`, 'Raise it by one with each change');
};

const geo: OptionReader<{ lat: number; lon: number } | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  const degrees =
    (max: number): OptionReader<number> =>
    (_where, name, given) => {
      // Small numbers would be written as 1e-7.
      if (typeof given === 'number' && Math.abs(given) <= max) return Number(given.toFixed(6));
      throw bad(where, `${name} must be a number of -${max} to ${max}`, 'Use { lat: 48.858, lon: 2.352 }');
    };
  return readOptions(where, value, { lat: degrees(90), lon: degrees(180) }, label);
};

function bad(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
