/**
 * Readers of the fields of a document.
 * @module
 */
import {
  kindOf,
  type OptionReader,
  PackInputError,
  PackLimitError,
  readBytes,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import { type RGB, rgb } from 'pdf-lib';
import { PDFLIB_MAX_FILE_BYTES, PDFLIB_MAX_TEXT_CHARS, PDFLIB_MAX_TOTAL_BYTES } from './limits.js';

/** A field that is read later. */
export const anything: OptionReader<unknown> = (_where, _label, value) => value;

/** A number that must lie in a range; what is outside is refused. Without a fallback the field must be there. */
export function numberWithin(min: number, max: number, fallback?: number): OptionReader<number> {
  const optional = optionalNumberWithin(min, max);
  return (where, label, value) => {
    const number = optional(where, label, value) ?? fallback;
    if (number === undefined) throw bad(where, `${label} is missing`, `Use ${min} to ${max}`);
    return number;
  };
}

/** The same for a field that may be absent. */
export function optionalNumberWithin(min: number, max: number): OptionReader<number | undefined> {
  return (where, label, value) => {
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    const what = typeof value === 'number' ? `${label} is ${value}` : `${label} must be a number, not ${kindOf(value)}`;
    throw bad(where, what, `Use ${min} to ${max}`);
  };
}

/** Three or six hexadecimal digits, with or without `#`. */
export const optionalColor: OptionReader<RGB | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  const digits = typeof value === 'string' ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
  if (!digits) {
    const what = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
    throw bad(where, `${label} is no colour: ${what}`, 'Use for example "#c00" or "#cc0000"');
  }
  const wide = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = (wide.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
  return rgb(red, green, blue);
};

/** The same with a fallback. */
export function color(fallback: RGB): OptionReader<RGB> {
  return (where, label, value) => optionalColor(where, label, value) ?? fallback;
}

/**
 * A list that must be there.
 * @throws {PackError} `pdflib.bad-argument`, `pdflib.too-many`
 */
export function readList(where: string, label: string, value: unknown, max: number, limit: string): unknown[] {
  if (!Array.isArray(value)) throw bad(where, `${label} must be an array, not ${kindOf(value)}`, 'Pass a list');
  if (value.length > max) {
    throw new PackLimitError(
      where,
      'too-many',
      `${label} has ${value.length} items, over the limit of ${max}`,
      'Make several documents',
      limit,
    );
  }
  return Array.from(value);
}

/** Adds up texts and files of one call. */
export interface Meter {
  text(label: string, value: unknown): string;
  file(label: string, value: unknown): Uint8Array;
}

/** @throws {PackError} from its readers: `pdflib.bad-argument`, `pdflib.too-large` */
export function meterOf(where: string): Meter {
  let chars = 0;
  let bytes = 0;
  const add = (total: number, max: number, limit: string, unit: string): void => {
    if (total <= max) return;
    const what = `all of them have more than ${max} ${unit}, over the ${unit.slice(0, -1)} limit`;
    throw new PackLimitError(where, 'too-large', what, 'Make several documents', limit);
  };
  return {
    text(label, value) {
      const text = readText(where, label, value, PDFLIB_MAX_TEXT_CHARS);
      chars += text.length;
      add(chars, PDFLIB_MAX_TEXT_CHARS, 'PDFLIB_MAX_TEXT_CHARS', 'characters');
      return text;
    },
    file(label, value) {
      const file = readBytes(where, label, value, PDFLIB_MAX_FILE_BYTES);
      bytes += file.byteLength;
      add(bytes, PDFLIB_MAX_TOTAL_BYTES, 'PDFLIB_MAX_TOTAL_BYTES', 'bytes');
      return file;
    },
  };
}

/** An argument that is refused. */
export function bad(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
