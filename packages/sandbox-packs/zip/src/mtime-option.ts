import { kindOf, type OptionReader, PackInputError, readIsoTime } from '@nodetool-ai/sandbox-pack-kit';

const FIRST = Date.UTC(1980, 0);
const LAST = Date.UTC(2108, 0) - 1;

/** A date, a number of ms or an ISO text (UTC without a zone), from 1980 to 2107; the first moment of 1980 when left out. */
export const mtimeOption: OptionReader<Date> = (where, label, value) => {
  if (value === undefined) return new Date(FIRST);
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? readIsoTime(value)?.ms : value;
  if (typeof ms === 'number' && ms >= FIRST && ms <= LAST) return new Date(ms);
  const isTime = value instanceof Date || typeof value === 'number' || typeof value === 'string';
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be a time from 1980 to 2107${isTime ? '' : `, not ${kindOf(value)}`}`,
    'Pass a Date, ms since 1970 or an ISO text, or leave it out for 1980-01-01',
  );
};
