/**
 * Dates written in plain words to ISO text.
 * @module
 */
import {
  flag,
  kindOf,
  type OptionReader,
  oneOf,
  PackInputError,
  PackLimitError,
  readOptions,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import * as chrono from 'chrono-node';
import { instantOf, type Reference } from './borrowed-time.js';
import { breakLongRuns } from './break-long-runs.js';
import { CHRONO_MAX_HITS, CHRONO_MAX_TEXT_CHARS, CHRONO_MAX_ZONE_MINUTES } from './limits.js';
import { readReferenceTime } from './reference-time.js';

/** One date, or one span of dates. */
export interface DateHit {
  text: string;
  index: number;
  start: string;
  end: string | null;
  certain: string[];
}

const PARSERS = {
  en: chrono.en.casual,
  'en-GB': chrono.en.GB,
  ar: chrono.ar.casual,
  de: chrono.de.casual,
  es: chrono.es.casual,
  fi: chrono.fi.casual,
  fr: chrono.fr.casual,
  id: chrono.id.casual,
  it: chrono.it.casual,
  ja: chrono.ja.casual,
  nl: chrono.nl.casual,
  pt: chrono.pt.casual,
  ru: chrono.ru.casual,
  sv: chrono.sv.casual,
  uk: chrono.uk.casual,
  vi: chrono.vi.casual,
  zh: chrono.zh.casual,
};

// The table above has these keys and no others.
const LOCALES = Object.keys(PARSERS) as (keyof typeof PARSERS)[];

const COMPONENTS: readonly chrono.Component[] = [
  'year',
  'month',
  'day',
  'weekday',
  'hour',
  'minute',
  'second',
  'millisecond',
  'meridiem',
  'timezoneOffset',
];

/**
 * All dates of a text in their order.
 * @throws {PackError} `chrono.bad-argument`, `chrono.too-large`, `chrono.too-many`
 */
export function findDates(where: string, text: unknown, now: unknown, options: unknown): DateHit[] {
  const hits = readHits(where, text, now, options);
  if (hits.length > CHRONO_MAX_HITS) {
    throw new PackLimitError(
      where,
      'too-many',
      `the text has ${hits.length} dates, over the limit of ${CHRONO_MAX_HITS}`,
      'Pass it in parts',
      'CHRONO_MAX_HITS',
    );
  }
  return hits;
}

/**
 * The first date of a text, or `null`.
 * @throws {PackError} `chrono.bad-argument`, `chrono.too-large`
 */
export function findFirstDate(where: string, text: unknown, now: unknown, options: unknown): string | null {
  return readHits(where, text, now, options)[0]?.start ?? null;
}

function readHits(where: string, input: unknown, now: unknown, given: unknown): DateHit[] {
  const text = readText(where, 'text', input, CHRONO_MAX_TEXT_CHARS);
  const instant = readReferenceTime(where, now);
  const options = readOptions(where, given, {
    timezone: zoneMinutes,
    forward: flag(false),
    locale: oneOf(LOCALES, 'en'),
  });
  const parser = PARSERS[options.locale];
  const reference = { instant, timezone: options.timezone };
  const found = parser.parse(breakLongRuns(text), reference, { forwardDate: options.forward });
  return found.flatMap((result) => toHit(text, parser, reference, result) ?? []);
}

// A date that cannot be written, such as "in 300000 years", is no date.
function toHit(
  text: string,
  parser: chrono.Chrono,
  reference: Reference,
  result: chrono.ParsedResult,
): DateHit | undefined {
  const start = instantOf(parser, reference, result, 'start');
  const end = instantOf(parser, reference, result, 'end');
  if (!start || Number.isNaN(start.getTime()) || (end && Number.isNaN(end.getTime()))) return undefined;
  return {
    text: text.slice(result.index, result.index + result.text.length),
    index: result.index,
    start: start.toISOString(),
    end: end?.toISOString() ?? null,
    certain: COMPONENTS.filter((component) => result.start.isCertain(component)),
  };
}

const zoneMinutes: OptionReader<number> = (where, label, value) => {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= CHRONO_MAX_ZONE_MINUTES) return value;
  const what = typeof value === 'number' ? String(value) : kindOf(value);
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be whole minutes east of UTC, -${CHRONO_MAX_ZONE_MINUTES} to ${CHRONO_MAX_ZONE_MINUTES}, not ${what}`,
    'Use for example 120 for UTC+2',
  );
};
