import { PackInputError } from '../errors.js';
import { readIsoTime } from '../iso-time.js';
import { kindOf, type OptionReader } from '../readers.js';

/** Date of a document whose author gives none, so that equal input gives equal bytes. */
export const FIXED_DOCUMENT_DATE = '1980-01-01T00:00:00Z';

/** A date or an ISO text, as `YYYY-MM-DDThh:mm:ssZ`; a time without a zone is UTC. */
export const documentDate: OptionReader<string> = (where, label, value) => {
  if (value === undefined) return FIXED_DOCUMENT_DATE;
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? readIsoTime(value)?.ms : undefined;
  const date = new Date(ms ?? Number.NaN);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 1) {
    const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
    throw new PackInputError(
      where,
      'bad-argument',
      `${label} is no date: ${what}`,
      'Use an ISO text such as "2024-05-15T12:00:00Z", or a Date',
    );
  }
  return `${date.toISOString().slice(0, 19)}Z`;
};
