/**
 * The organizer and the attendees of an event.
 * @module
 */
import { kindOf, type OptionReader, PackInputError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import type { Attendee, Person } from 'ics';
import { ICS_MAX_NUMBER } from './limits.js';
import { present } from './present.js';
import type { TextFields } from './text-fields.js';

const optionalFlag: OptionReader<boolean | undefined> = (where, label, value) => {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be true or false, not ${kindOf(value)}`,
    'Leave it out',
  );
};

const guestCount: OptionReader<number | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= ICS_MAX_NUMBER) return value;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a whole number of 0 to ${ICS_MAX_NUMBER}`,
    'Leave it out',
  );
};

/** Reads `{ name?, email, dir?, sentBy? }`. */
export function readOrganizer(where: string, label: string, value: unknown, fields: TextFields): Person {
  const table = { name: fields.parameter, email: fields.email, dir: fields.address, sentBy: fields.email };
  const person = readOptions(where, value, table, label);
  refuseNoEmail(where, label, person.email);
  return present(person) as Person;
}

/** Reads `{ name?, email, rsvp?, partstat?, role?, cutype?, xNumGuests?, dir?, scheduleAgent? }`. */
export function readAttendee(where: string, label: string, value: unknown, fields: TextFields): Attendee {
  const table = {
    name: fields.parameter,
    email: fields.email,
    rsvp: optionalFlag,
    partstat: fields.token,
    role: fields.token,
    cutype: fields.token,
    xNumGuests: guestCount,
    dir: fields.address,
    scheduleAgent: fields.token,
  };
  const person = readOptions(where, value, table, label);
  refuseNoEmail(where, label, person.email);
  return present(person) as Attendee;
}

// Without one the library writes a property without a value.
function refuseNoEmail(where: string, label: string, email: string | undefined): void {
  if (email !== undefined) return;
  throw new PackInputError(where, 'bad-argument', `${label}.email is missing`, 'A person of an event needs an address');
}
