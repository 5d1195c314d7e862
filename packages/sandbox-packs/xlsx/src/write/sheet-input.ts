/**
 * What the caller passed, checked: sheets with a header, lines of values and styles.
 * @module
 */
import {
  anything,
  flag,
  isPlainObject,
  kindOf,
  optionalTextList,
  PackInputError,
  PackLimitError,
  readOptions,
} from '@nodetool-ai/sandbox-pack-kit';
import { areaOf, type CellRange } from '../cell-address.js';
import {
  XLSX_MAX_CELL_CHARS,
  XLSX_MAX_CELLS_WRITTEN,
  XLSX_MAX_COLUMNS,
  XLSX_MAX_SHEETS,
  XLSX_MAX_STYLED_CELLS,
} from '../limits.js';
import { checkSheetName } from './sheet-name.js';
import { type CellStyle, readStyle } from './style-option.js';

/** One sheet to be written. */
export interface SheetInput {
  name: string;
  /** The header and the rows, as values of the caller. */
  lines: unknown[][];
  styles: CellStyle[];
}

/**
 * Reads the sheets to be written.
 * @throws {PackInputError} `xlsx.bad-argument` naming the sheet and the index
 * @throws {PackLimitError} `xlsx.too-many`
 */
export function readSheets(where: string, input: unknown, defaultHeader: boolean): SheetInput[] {
  const entries = listSheets(where, input);
  if (entries.length === 0) throw refusal(where, 'sheets has no sheet', 'Pass { Sheet1: rows }');
  if (entries.length > XLSX_MAX_SHEETS) {
    throw new PackLimitError(
      where,
      'too-many',
      `sheets has ${entries.length} sheets, over the limit of ${XLSX_MAX_SHEETS}`,
      'Write several workbooks',
      'XLSX_MAX_SHEETS',
    );
  }
  const taken = new Set<string>();
  const budget = new WriteBudget(where);
  return entries.map(({ label, value }) => {
    const given = readOptions(
      where,
      value,
      {
        name: anything,
        rows: anything,
        header: flag(defaultHeader),
        columns: optionalTextList(XLSX_MAX_COLUMNS, XLSX_MAX_CELL_CHARS),
        styles: anything,
      },
      label,
    );
    const name = checkSheetName(where, `${label}.name`, given.name, taken);
    const lines = readLines(where, name, given.rows, given.header, given.columns);
    const styles = readStyles(where, name, given.styles);
    budget.take(lines, styles);
    return { name, lines, styles };
  });
}

function listSheets(where: string, input: unknown): { label: string; value: unknown }[] {
  if (Array.isArray(input)) return input.map((value: unknown, at) => ({ label: `sheets[${at}]`, value }));
  if (isPlainObject(input)) {
    return Object.entries(input).map(([name, rows]) => ({
      label: `sheets[${JSON.stringify(name.slice(0, 60))}]`,
      value: { name, rows },
    }));
  }
  throw refusal(
    where,
    `sheets must be a plain object or an array, not ${kindOf(input)}`,
    'Pass { Sheet1: rows } or [{ name: "Sheet1", rows }]',
  );
}

function readLines(
  where: string,
  sheet: string,
  input: unknown,
  hasHeader: boolean,
  columns: string[] | undefined,
): unknown[][] {
  if (!Array.isArray(input)) {
    throw refusal(
      where,
      `the rows of sheet ${quoted(sheet)} must be an array, not ${kindOf(input)}`,
      'Pass a list of rows',
    );
  }
  const rows: unknown[] = input;
  if (!hasHeader) {
    if (columns) throw refusal(where, `sheet ${quoted(sheet)} has columns but no header`, 'Leave columns out');
    return rows.map((row, at) => {
      if (Array.isArray(row)) return Array.from(row);
      throw wrongRow(where, sheet, at, row, 'an array', 'With header: false all rows are arrays');
    });
  }
  const records = rows.map((row, at) => {
    if (isPlainObject(row)) return row;
    throw wrongRow(where, sheet, at, row, 'a record', 'Pass header: false to write arrays');
  });
  const names = columns ?? unionOfKeys(where, sheet, records);
  if (names.length * (records.length + 1) > XLSX_MAX_CELLS_WRITTEN) throw tooManyCells(where);
  if (names.length === 0) return [];
  return [names, ...records.map((record) => names.map((name) => (Object.hasOwn(record, name) ? record[name] : null)))];
}

function unionOfKeys(where: string, sheet: string, records: Record<string, unknown>[]): string[] {
  const names = new Set<string>();
  for (const record of records) {
    for (const name of Object.keys(record)) names.add(name);
    refuseWide(where, sheet, names.size);
  }
  return [...names];
}

function readStyles(where: string, sheet: string, input: unknown): CellStyle[] {
  if (input === undefined) return [];
  if (!Array.isArray(input)) {
    throw refusal(where, `the styles of sheet ${quoted(sheet)} must be an array, not ${kindOf(input)}`, 'Pass a list');
  }
  const styles: unknown[] = input;
  return styles.map((style, at) => readStyle(where, `styles[${at}] of sheet ${quoted(sheet)}`, style));
}

/** Counts the cells of all sheets: those with a value, and those outside of them that only have a style. */
class WriteBudget {
  #cells = 0;
  #styled = 0;

  constructor(readonly where: string) {}

  take(lines: unknown[][], styles: CellStyle[]): void {
    let width = 0;
    for (const line of lines) {
      width = Math.max(width, line.length);
      this.#cells += line.length;
      if (this.#cells > XLSX_MAX_CELLS_WRITTEN) throw tooManyCells(this.where);
    }
    refuseWide(this.where, undefined, width);
    for (const { range } of styles) {
      this.#styled += areaOf(range);
      this.#cells += areaOf(range) - areaInside(range, lines.length, width);
      if (this.#cells > XLSX_MAX_CELLS_WRITTEN) throw tooManyCells(this.where);
      if (this.#styled > XLSX_MAX_STYLED_CELLS) {
        throw new PackLimitError(
          this.where,
          'too-many',
          `the styles cover more than ${XLSX_MAX_STYLED_CELLS} cells`,
          'Style smaller ranges',
          'XLSX_MAX_STYLED_CELLS',
        );
      }
    }
  }
}

function areaInside({ top, left, bottom, right }: CellRange, rows: number, columns: number): number {
  return Math.max(0, Math.min(bottom, rows) - top + 1) * Math.max(0, Math.min(right, columns) - left + 1);
}

function refuseWide(where: string, sheet: string | undefined, columns: number): void {
  if (columns <= XLSX_MAX_COLUMNS) return;
  throw new PackLimitError(
    where,
    'too-many',
    `${sheet === undefined ? 'a sheet' : `sheet ${quoted(sheet)}`} has more than ${XLSX_MAX_COLUMNS} columns`,
    'Name the ones you need in columns',
    'XLSX_MAX_COLUMNS',
  );
}

function tooManyCells(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `the sheets have more than ${XLSX_MAX_CELLS_WRITTEN} cells, counting styled ones`,
    'Write several workbooks, or CSV',
    'XLSX_MAX_CELLS_WRITTEN',
  );
}

function wrongRow(
  where: string,
  sheet: string,
  at: number,
  row: unknown,
  wanted: string,
  hint: string,
): PackInputError {
  return refusal(where, `rows[${at}] of sheet ${quoted(sheet)} must be ${wanted}, not ${kindOf(row)}`, hint);
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
