import { kindOf, type OptionReader, PackInputError } from '@nodetool-ai/sandbox-pack-kit';

const FIRST = Date.UTC(1980, 0);
const LAST = Date.UTC(2108, 0) - 1;

/** A date, a number of ms or an ISO text, from 1980 to 2107; the first moment of 1980 when left out. */
export const mtimeOption: OptionReader<Date> = (where, label, value) => {
  if (value === undefined) return new Date(FIRST);
  const isTime = value instanceof Date || typeof value === 'number' || typeof value === 'string';
  const time = isTime ? new Date(value) : undefined;
  if (time && time.getTime() >= FIRST && time.getTime() <= LAST) return time;
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a time from 1980 to 2107${time ? '' : `, not ${kindOf(value)}`}`,
    'Pass a Date, ms since 1970 or an ISO text, or leave it out for 1980-01-01',
  );
};
