/** Writes calendar files (RFC 5545) with ics. Every call returns a promise. */

/**
 * A day `[y, m, d]`, a time in UTC `[y, m, d, h, min, s?]`, an ISO text (UTC without a zone, a day without a time) or
 * a date. Months count from 1. Years 1000 to 9999.
 */
export type IcsDate =
  | readonly [number, number, number]
  | readonly [number, number, number, number]
  | readonly [number, number, number, number, number]
  | readonly [number, number, number, number, number, number]
  | string
  | Date;

/** A length of time in whole numbers. */
export interface IcsDuration {
  weeks?: number;
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** Who invites. */
export interface IcsOrganizer {
  name?: string;
  email: string;
  /** Address of an entry in a directory. */
  dir?: string;
  /** E-mail address of who acts for the organizer. */
  sentBy?: string;
}

/** Who is invited. */
export interface IcsAttendee {
  name?: string;
  email: string;
  /** Asks for an answer. */
  rsvp?: boolean;
  /** Default of readers: `NEEDS-ACTION`. */
  partstat?: 'NEEDS-ACTION' | 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'DELEGATED' | (string & {});
  role?: 'CHAIR' | 'REQ-PARTICIPANT' | 'OPT-PARTICIPANT' | 'NON-PARTICIPANT' | (string & {});
  cutype?: 'INDIVIDUAL' | 'GROUP' | 'RESOURCE' | 'ROOM' | 'UNKNOWN' | (string & {});
  xNumGuests?: number;
  dir?: string;
  scheduleAgent?: 'SERVER' | 'CLIENT' | 'NONE';
}

/** A reminder. */
export interface IcsAlarm {
  /** Default `"display"`. */
  action?: 'display' | 'audio' | 'email';
  /** How long after the start, with `before: true` before it; or a fixed time. */
  trigger: (IcsDuration & { before?: boolean }) | IcsDate;
  /** Default: the title of the event. */
  description?: string;
  summary?: string;
  /** How often it comes again, 1 to 1000; needs `duration`, the time between two. */
  repeat?: number;
  duration?: IcsDuration;
  /** Address of a sound. */
  attach?: string;
  /** Its media type, default `audio/basic`. */
  attachType?: string;
}

/** One event: `start`, and `end` or `duration` or neither. */
export interface IcsEvent {
  /** Default `"Untitled event"`. */
  title?: string;
  description?: string;
  location?: string;
  /** Any address with a scheme. */
  url?: string;
  start: IcsDate;
  /** Not before `start` and of its kind. The last day of an all-day event is the day before `end`. */
  end?: IcsDate;
  duration?: IcsDuration;
  status?: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  busyStatus?: 'FREE' | 'BUSY' | 'TENTATIVE' | 'OOF';
  organizer?: IcsOrganizer;
  /** At most 100. */
  attendees?: readonly IcsAttendee[];
  /** At most 1000. */
  categories?: readonly string[];
  /** At most 100. */
  alarms?: readonly IcsAlarm[];
  /** As after `RRULE:`, for example `"FREQ=WEEKLY;COUNT=4"`. */
  recurrenceRule?: string;
  /** Dates that the rule leaves out, at most 1000, of the kind of `start`. */
  exclusionDates?: readonly IcsDate[];
  /** Degrees. */
  geo?: { lat: number; lon: number };
  /** Default: a random version 4 UUID. Keep it to change an event later. */
  uid?: string;
  /** Raise it with each change. */
  sequence?: number;
  created?: IcsDate;
  lastModified?: IcsDate;
  classification?: 'PUBLIC' | 'PRIVATE' | 'CONFIDENTIAL' | (string & {});
  transp?: 'TRANSPARENT' | 'OPAQUE';
  /** Name of the calendar; that of the first event counts. */
  calName?: string;
  /** Maker of the calendar; that of the first event counts. Default: this pack. */
  productId?: string;
}

/** Options of {@link createEvents}. */
export interface IcsCalendarOptions {
  /** Name of the calendar. */
  calName?: string;
  /** Default `"PUBLISH"`; `"REQUEST"` for an invitation, `"CANCEL"` to take it back. */
  method?: string;
}

/**
 * The text of a calendar with one event. Times are written in UTC, lines end in CRLF and have at most 75 bytes.
 * All texts together have at most 1 048 576 characters.
 * @throws codes `ics.bad-argument` (with the path of the field), `ics.too-large`, `ics.too-many`, `ics.timeout`
 * @example
 * await createEvent({ title: 'Lunch', start: [2024, 8, 15, 10, 0], duration: { hours: 1 } });
 */
export function createEvent(event: IcsEvent): Promise<string>;

/**
 * The text of a calendar with 1 to 1000 events.
 * @throws codes `ics.bad-argument` (with the path of the field), `ics.too-large`, `ics.too-many`, `ics.timeout`
 * @example
 * await createEvents([{ title: 'Fair', start: '2024-08-15' }], { calName: 'Fairs' });
 */
export function createEvents(events: readonly IcsEvent[], options?: IcsCalendarOptions): Promise<string>;

declare const ics: { readonly createEvent: typeof createEvent; readonly createEvents: typeof createEvents };
export default ics;
