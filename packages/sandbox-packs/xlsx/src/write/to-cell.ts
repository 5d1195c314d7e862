/**
 * A value of the caller to what stands in a cell.
 * @module
 */
import { kindOf, PackInputError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { escapeText } from '../escape-text.js';
import { XLSX_MAX_CELL_CHARS } from '../limits.js';
import { toSerial } from '../serial-date.js';

/** Content of a cell, with the format a date needs and the text by which its width is found. */
export interface CellContent {
  value: string | number | boolean | null;
  numFmt?: string;
  shown: string;
}

const EMPTY: CellContent = { value: null, shown: '' };

/**
 * Text stays text, also when it begins with `=`; dates become dates in UTC; lists and records become JSON.
 * `at` names the cell in errors.
 * @throws {PackInputError} `xlsx.bad-argument` for what has no form in a cell
 * @throws {PackLimitError} `xlsx.too-large` for text that Excel would cut
 */
export function toCell(where: string, value: unknown, at: () => string): CellContent {
  switch (typeof value) {
    case 'undefined':
      return EMPTY;
    case 'string':
      return text(where, value, at);
    case 'boolean':
      return { value, shown: value ? 'TRUE' : 'FALSE' };
    case 'number':
      if (Number.isFinite(value)) return { value, shown: String(value) };
      throw refusal(where, `${at()} is ${value}, which has no form in a workbook`, 'Write null or a text');
    case 'bigint':
      // A number of Excel is a double: beyond 2^53 it would lose digits.
      return BigInt.asIntN(54, value) === value
        ? { value: Number(value), shown: String(value) }
        : text(where, String(value), at);
    case 'object':
      if (value === null) return EMPTY;
      return value instanceof Date ? date(where, value, at) : text(where, toJson(where, value, at), at);
    default:
      throw refusal(where, `${at()} is ${kindOf(value)}, which has no form in a workbook`, 'Turn it into text first');
  }
}

function text(where: string, value: string, at: () => string): CellContent {
  if (value.length > XLSX_MAX_CELL_CHARS) {
    throw new PackLimitError(
      where,
      'too-large',
      `${at()} has ${value.length} characters, over the ${XLSX_MAX_CELL_CHARS} of a cell`,
      'Shorten it, or split it',
      'XLSX_MAX_CELL_CHARS',
    );
  }
  return { value: escapeText(value), shown: value };
}

function date(where: string, value: Date, at: () => string): CellContent {
  const serial = toSerial(value);
  if (serial === undefined) {
    throw refusal(where, `${at()} is no date from 1900 to 9999`, 'Write it as text, with toISOString()');
  }
  const hasTime = !Number.isInteger(serial);
  return {
    value: serial,
    numFmt: hasTime ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd',
    shown: value.toISOString().slice(0, hasTime ? 19 : 10),
  };
}

function toJson(where: string, value: object, at: () => string): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value, (_key, part: unknown) => {
      if (!hasJson(part))
        throw refusal(
          where,
          `${at()} holds ${kindOf(part)}, which has no form in a workbook`,
          'Turn it into text first',
        );
      return part;
    });
  } catch (error) {
    if (error instanceof PackInputError) throw error;
    if (error instanceof RangeError) {
      throw new PackLimitError(where, 'too-deep', `${at()} nests too deeply for JSON`, 'Flatten it first', 'jsonDepth');
    }
    throw refusal(where, `${at()} has no JSON form`, 'Pass a value without cycles');
  }
  if (json === undefined) throw refusal(where, `${at()} has no JSON form`, 'Turn it into text first');
  return json;
}

// JSON would write these as {} or as a list of indices, or not at all, and so lose the data without a word.
function hasJson(part: unknown): boolean {
  if (typeof part === 'function' || typeof part === 'symbol' || typeof part === 'bigint') return false;
  return !(ArrayBuffer.isView(part) || part instanceof ArrayBuffer || part instanceof Map || part instanceof Set);
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
