import { flag, kindOf, type OptionReader, PackInputError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { ICS_MAX_NUMBER } from './limits.js';

/** A length of time, as the library takes it. */
export interface EventDuration {
  weeks?: number;
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  before?: boolean;
}

const part: OptionReader<number> = (where, label, value) => {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= ICS_MAX_NUMBER) return value;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a whole number of 0 to ${ICS_MAX_NUMBER}, not ${typeof value === 'number' ? value : kindOf(value)}`,
    'Write 90 minutes as { minutes: 90 }',
  );
};

const PARTS = { weeks: part, days: part, hours: part, minutes: part, seconds: part };

/**
 * Reads `{ weeks, days, hours, minutes, seconds }`.
 * @throws {PackInputError} `ics.bad-argument` also when it is empty
 */
export function readDuration(where: string, label: string, value: unknown): EventDuration {
  const parts = readOptions(where, value, PARTS, label);
  if (Object.values(parts).every((number) => number === 0))
    throw new PackInputError(where, 'bad-argument', `${label} is empty`, 'Use for example { hours: 1 }');
  return withoutMixedWeeks(parts);
}

/** The same with `before`, for the trigger of an alarm; here nothing means at once. */
export function readTriggerDuration(where: string, label: string, value: unknown): EventDuration {
  const { before, ...parts } = readOptions(where, value, { ...PARTS, before: flag(false) }, label);
  return { ...withoutMixedWeeks(parts), before };
}

// RFC 5545, 3.3.6: weeks stand alone.
function withoutMixedWeeks({ weeks, days, ...rest }: Required<Omit<EventDuration, 'before'>>): EventDuration {
  const isMixed = days > 0 || Object.values(rest).some((number) => number > 0);
  return isMixed ? { days: days + weeks * 7, ...rest } : { weeks };
}
