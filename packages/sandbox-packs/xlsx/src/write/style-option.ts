import { type OptionReader, PackInputError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import type { Style } from 'exceljs';
import { type CellRange, readRange } from '../cell-address.js';

/** A style of a range of cells, in the library's own terms. */
export interface CellStyle {
  range: CellRange;
  style: Partial<Style>;
}

const MAX_FORMAT_CHARS = 255;
const MIN_SIZE = 1;
const MAX_SIZE = 409;

const optionalFlag: OptionReader<boolean | undefined> = (where, label, value) => {
  if (value === undefined || typeof value === 'boolean') return value;
  throw refusal(where, `${label} must be true or false`, 'Leave it out');
};

const rangeOption: OptionReader<CellRange> = (where, label, value) => {
  const range = typeof value === 'string' ? readRange(value) : undefined;
  if (range) return range;
  throw refusal(where, `${label} must be a range of cells${quoted(value)}`, 'Write "A1" or "A1:C20"');
};

const sizeOption: OptionReader<number | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= MIN_SIZE && value <= MAX_SIZE) return value;
  throw refusal(where, `${label} must be a number from ${MIN_SIZE} to ${MAX_SIZE}`, 'Give the size in points');
};

/** Six digits, or eight with the opacity first, as Excel writes it. */
const colorOption: OptionReader<string | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  const digits = typeof value === 'string' ? /^#?([0-9a-f]{8}|[0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
  if (digits !== undefined) return digits.toUpperCase().padStart(8, 'FF');
  throw refusal(
    where,
    `${label} must be a colour${quoted(value)}`,
    'Write six or eight hexadecimal digits, as "#1F4E79"',
  );
};

const formatOption: OptionReader<string | undefined> = (where, label, value) => {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= MAX_FORMAT_CHARS && !/[\p{Cc}\p{Cs}]/u.test(value)) {
    return value;
  }
  throw refusal(where, `${label} must be a number format`, `Write 1 to ${MAX_FORMAT_CHARS} characters, as "#,##0.00"`);
};

/**
 * Reads one style.
 * @throws {PackInputError} `xlsx.bad-argument` naming the sheet and the index
 */
export function readStyle(where: string, label: string, value: unknown): CellStyle {
  const given = readOptions(
    where,
    value,
    {
      range: rangeOption,
      bold: optionalFlag,
      italic: optionalFlag,
      size: sizeOption,
      color: colorOption,
      background: colorOption,
      numberFormat: formatOption,
    },
    label,
  );
  const { bold, italic, size, color, background, numberFormat } = given;
  const font = {
    ...(bold !== undefined && { bold }),
    ...(italic !== undefined && { italic }),
    ...(size !== undefined && { size }),
    ...(color !== undefined && { color: { argb: color } }),
  };
  return {
    range: given.range,
    style: {
      ...(Object.keys(font).length > 0 && { font }),
      ...(background !== undefined && {
        fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: background } },
      }),
      ...(numberFormat !== undefined && { numFmt: numberFormat }),
    },
  };
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `, not ${JSON.stringify(value.slice(0, 40))}` : '';
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
