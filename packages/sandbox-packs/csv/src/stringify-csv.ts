/**
 * Records or arrays to CSV text.
 * @module
 */
import {
  flag,
  isPlainObject,
  kindOf,
  oneOf,
  optionalTextList,
  PackInputError,
  PackLimitError,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import Papa from 'papaparse';
import { cellValue } from './cell-value.js';
import { delimiterOption } from './delimiter-option.js';
import { CSV_MAX_CELLS, CSV_MAX_COLUMNS, CSV_MAX_TEXT_CHARS } from './limits.js';

type Cell = string | number | boolean;

/**
 * Writes CSV without a line break at the end.
 *
 * Columns of records are the union of their own keys in first-seen order; the library takes those of the first
 * record and drops the rest.
 *
 * @throws {PackError} `csv.bad-argument`, `csv.too-many`, `csv.too-deep`
 */
export function stringifyCsv(where: string, input: unknown, given: unknown): string {
  if (!Array.isArray(input)) {
    throw new PackInputError(
      where,
      'bad-argument',
      `rows must be an array, not ${kindOf(input)}`,
      'Pass a list of records or of arrays',
    );
  }
  const rows: unknown[] = input;
  const options = readOptions(where, given, {
    header: flag(true),
    delimiter: delimiterOption,
    newline: oneOf(['\n', '\r\n', '\r'], '\n'),
    columns: optionalTextList(CSV_MAX_COLUMNS, CSV_MAX_TEXT_CHARS),
    escapeFormulas: flag(false),
  });
  const isRecords = !Array.isArray(rows[0]);
  const lines: Cell[][] = isRecords
    ? recordLines(where, rows, options.columns, options.header)
    : arrayLines(where, rows, options.header ? options.columns : undefined);
  return Papa.unparse(lines, {
    header: false,
    delimiter: options.delimiter ?? ',',
    newline: options.newline,
    escapeFormulae: options.escapeFormulas,
  });
}

function recordLines(where: string, rows: unknown[], given: string[] | undefined, hasHeader: boolean): Cell[][] {
  const records = rows.map((row, at) => {
    if (isPlainObject(row)) return row;
    throw wrongRow(where, at, 'a record', row);
  });
  const columns = given ?? unionOfKeys(where, records);
  refuseTooMany(where, columns.length, (records.length + (hasHeader ? 1 : 0)) * columns.length);
  const lines: Cell[][] = records.map((record, at) =>
    columns.map((name) => (Object.hasOwn(record, name) ? cellValue(where, record[name], at, name) : '')),
  );
  return hasHeader && columns.length > 0 ? [columns, ...lines] : lines;
}

function arrayLines(where: string, rows: unknown[], header: string[] | undefined): Cell[][] {
  let cells = header?.length ?? 0;
  const lines = rows.map((row, at): Cell[] => {
    if (!Array.isArray(row)) throw wrongRow(where, at, 'an array', row);
    cells += row.length;
    refuseTooMany(where, row.length, cells);
    return Array.from(row, (value: unknown, index) => cellValue(where, value, at, index));
  });
  return header ? [header, ...lines] : lines;
}

function unionOfKeys(where: string, records: Record<string, unknown>[]): string[] {
  const names = new Set<string>();
  for (const record of records) {
    for (const name of Object.keys(record)) names.add(name);
    refuseTooMany(where, names.size, 0);
  }
  return [...names];
}

function refuseTooMany(where: string, columns: number, cells: number): void {
  if (columns > CSV_MAX_COLUMNS) {
    throw new PackLimitError(
      where,
      'too-many',
      `the rows have more than ${CSV_MAX_COLUMNS} columns`,
      'Name the ones you need in columns',
      'CSV_MAX_COLUMNS',
    );
  }
  if (cells > CSV_MAX_CELLS) {
    throw new PackLimitError(
      where,
      'too-many',
      `the rows have more than ${CSV_MAX_CELLS} cells`,
      'Write them in parts',
      'CSV_MAX_CELLS',
    );
  }
}

function wrongRow(where: string, at: number, wanted: string, row: unknown): PackInputError {
  return new PackInputError(
    where,
    'bad-argument',
    `rows[${at}] must be ${wanted}, not ${kindOf(row)}`,
    'Make all rows records, or all rows arrays',
  );
}
