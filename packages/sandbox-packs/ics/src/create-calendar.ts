/**
 * Events to the text of a calendar.
 * @module
 */
import { libraryReason, PackInputError, readList, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import * as ics from 'ics';
import { finishLines } from './finish-lines.js';
import { ICS_MAX_EVENTS } from './limits.js';
import { present } from './present.js';
import { readEvent } from './read-event.js';
import { textFields } from './text-fields.js';
import { textSlots } from './text-slots.js';

const PRODUCT_ID = 'nodetool-ai/sandbox-ics';

/**
 * Writes a calendar by RFC 5545: times in UTC, CRLF, lines of at most 75 bytes.
 * @param labelOf - names an event in errors
 * @throws {PackError} `ics.bad-argument` with the path of the field, `ics.too-many`, `ics.too-large`
 */
export function createCalendar(
  where: string,
  events: readonly unknown[],
  options: unknown,
  labelOf: (at: number) => string,
): string {
  const slots = textSlots(where);
  const fields = textFields(slots);
  const given = readOptions(where, options, { calName: fields.text, method: fields.token });
  const read = events.map((event, at) => readEvent(where, labelOf(at), event, fields));
  const header = {
    productId: fields.text(where, 'productId', PRODUCT_ID),
    ...read[0]?.header,
    ...present({ ...given, method: given.method?.toUpperCase() }),
  };
  const { error, value } = ics.createEvents(
    read.map(({ event }) => event),
    present(header) as ics.HeaderAttributes,
  );
  if (error || value === null) {
    throw new PackInputError(where, 'bad-argument', `an event is refused: ${reasonOf(error)}`, 'Mend the event');
  }
  return finishLines(value, slots.fill);
}

/**
 * The list of events.
 * @throws {PackError} `ics.bad-argument`, also for an empty list; `ics.too-many`
 */
export function readEvents(where: string, value: unknown): unknown[] {
  const events = readList(where, 'events', value, { max: ICS_MAX_EVENTS, name: 'ICS_MAX_EVENTS' });
  if (events.length > 0) return events;
  throw new PackInputError(where, 'bad-argument', 'events is empty', 'A calendar needs at least one event');
}

// The library gives a copy of its error without the message.
function reasonOf(error: unknown): string {
  const { errors } = (error ?? {}) as { errors?: unknown };
  return libraryReason(Array.isArray(errors) ? String(errors[0]) : error);
}
