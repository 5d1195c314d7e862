/**
 * Readers of the fields of a document.
 * @module
 */
import {
  hexColor,
  numberWithin,
  type OptionReader,
  PackInputError,
  PackLimitError,
  readBytes,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import { type RGB, rgb } from 'pdf-lib';
import { PDFLIB_MAX_FILE_BYTES, PDFLIB_MAX_TEXT_CHARS, PDFLIB_MAX_TOTAL_BYTES } from './limits.js';

/** A number that must be there and lie in a range. */
export function requiredNumber(min: number, max: number): OptionReader<number> {
  const within = numberWithin(min, max, undefined);
  return (where, label, value) => {
    const number = within(where, label, value);
    if (number === undefined) throw bad(where, `${label} is missing`, `Use ${min} to ${max}`);
    return number;
  };
}

/** A colour of hexadecimal digits, as the library takes it. */
export const optionalColor: OptionReader<RGB | undefined> = (where, label, value) => {
  const digits = hexColor(undefined)(where, label, value);
  if (digits === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
  return rgb(red, green, blue);
};

/** The same with a fallback. */
export function color(fallback: RGB): OptionReader<RGB> {
  return (where, label, value) => optionalColor(where, label, value) ?? fallback;
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
