import { PackInputError } from '../errors.js';
import { kindOf, type OptionReader } from '../readers.js';

/** Date of a document whose author gives none, so that equal input gives equal bytes. */
export const FIXED_DOCUMENT_DATE = '1980-01-01T00:00:00Z';

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A date or an ISO text, as `YYYY-MM-DDThh:mm:ssZ`; a time without a zone is UTC. */
export const documentDate: OptionReader<string> = (where, label, value) => {
  if (value === undefined) return FIXED_DOCUMENT_DATE;
  const date = value instanceof Date ? value : parse(value);
  if (!date || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 1) {
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

function parse(value: unknown): Date | undefined {
  const match = typeof value === 'string' ? ISO.exec(value) : null;
  if (!match) return undefined;
  return new Date(match[0].includes('T') && match[1] === undefined ? `${match[0]}Z` : match[0]);
}
