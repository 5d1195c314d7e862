/**
 * One alarm of an event.
 * @module
 */
import { isPlainObject, type OptionReader, oneOf, PackInputError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import type { Alarm } from 'ics';
import { readInstant } from './event-date.js';
import { readDuration, readTriggerDuration } from './event-duration.js';
import { present } from './present.js';
import type { TextFields } from './text-fields.js';

const MAX_REPEATS = 1000;
const TYPE_PARAMETER = /^(?:FMTTYPE=)?[A-Za-z0-9.+-]{1,60}\/[A-Za-z0-9.+-]{1,60}$/;

/**
 * Reads `{ action, trigger, description?, summary?, repeat?, duration?, attach?, attachType? }`.
 * @param title - stands in for the description, which RFC 5545, 3.6.6, demands of an alarm that shows or mails
 */
export function readAlarm(where: string, label: string, value: unknown, fields: TextFields, title: string): Alarm {
  const alarm = readOptions(
    where,
    value,
    {
      action: oneOf(['display', 'audio', 'email'], 'display'),
      trigger,
      description: fields.text,
      summary: fields.text,
      repeat: repeatCount,
      duration: (at, name, given) => (given === undefined ? undefined : readDuration(at, name, given)),
      attach: fields.address,
      attachType: typeParameter,
    },
    label,
  );
  if ((alarm.repeat === undefined) !== (alarm.duration === undefined)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} has only one of repeat and duration`,
      'Give how often, and how long between two, or neither',
    );
  }
  const description = alarm.description ?? (alarm.action === 'audio' ? undefined : title);
  const summary = alarm.summary ?? (alarm.action === 'email' ? title : undefined);
  return present({ ...alarm, description, summary }) as Alarm;
}

const trigger: OptionReader<string | object> = (where, label, value) =>
  isPlainObject(value) ? readTriggerDuration(where, label, value) : readInstant(where, label, value);

const repeatCount: OptionReader<number | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_REPEATS) return value;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a whole number of 1 to ${MAX_REPEATS}`,
    'Leave it out for one alarm',
  );
};

const typeParameter: OptionReader<string | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && TYPE_PARAMETER.test(value)) return `FMTTYPE=${value.replace(/^FMTTYPE=/, '')}`;
  throw new PackInputError(where, 'bad-argument', `${label} is no media type`, 'Use for example "audio/basic"');
};
