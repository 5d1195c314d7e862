/**
 * Cells to rows.
 * @module
 */
import { PackLimitError, uniqueNames } from '@nodetool-ai/sandbox-pack-kit';
import { XLSX_MAX_CELLS_READ } from '../limits.js';
import type { CellValue } from './cell-value.js';
import type { SheetCells } from './read-sheet.js';

/** A row by column name, or in order. */
export type SheetRow = Record<string, CellValue | null> | (CellValue | null)[];

/** Counts the cells of all sheets of a call, gaps included. */
export class CellBudget {
  #left = XLSX_MAX_CELLS_READ;

  constructor(readonly where: string) {}

  take(cells: number): void {
    this.#left -= cells;
    if (this.#left >= 0) return;
    throw new PackLimitError(
      this.where,
      'too-many',
      `the rows have more than ${XLSX_MAX_CELLS_READ} cells, counting gaps up to the last used column`,
      'Read one sheet, or split the workbook',
      'XLSX_MAX_CELLS_READ',
    );
  }
}

/** Rows as arrays, each as long as its last used cell. */
export function toArrays(cells: SheetCells, keepsBlank: boolean, budget: CellBudget): SheetRow[] {
  return rowNumbers(cells, keepsBlank, budget).map((number) => {
    const row = cells.get(number);
    const width = row ? Math.max(...row.keys()) : 0;
    budget.take(width);
    return Array.from({ length: width }, (_, at) => row?.get(at + 1) ?? null);
  });
}

/**
 * Rows as records by the first row that has a value. All records have the same keys: the columns up to the last header,
 * and those beyond it that any row uses.
 */
export function toRecords(cells: SheetCells, keepsBlank: boolean, budget: CellBudget): SheetRow[] {
  const [first, ...numbers] = rowNumbers(cells, keepsBlank, budget, true);
  const header = first === undefined ? undefined : cells.get(first);
  if (!header) return [];
  const last = Math.max(...header.keys());
  const beyond = new Set<number>();
  for (const row of cells.values()) for (const column of row.keys()) if (column > last) beyond.add(column);
  const columns = [...Array.from({ length: last }, (_, at) => at + 1), ...[...beyond].sort((a, b) => a - b)];
  const names = uniqueNames(columns.map((column) => String(header.get(column) ?? '') || `col_${column}`));
  budget.take((numbers.length + 1) * columns.length);
  return numbers.map((number) => {
    const row = cells.get(number);
    // `Object.fromEntries` defines its keys, so a column named `__proto__` stays a column.
    return Object.fromEntries(columns.map((column, at) => [names[at], row?.get(column) ?? null]));
  });
}

function rowNumbers(cells: SheetCells, keepsBlank: boolean, budget: CellBudget, fromFirst = false): number[] {
  const used = [...cells.keys()].sort((a, b) => a - b);
  if (!keepsBlank) return used;
  const start = fromFirst ? (used[0] ?? 1) : 1;
  const length = (used.at(-1) ?? start - 1) - start + 1;
  budget.take(length);
  return Array.from({ length }, (_, at) => start + at);
}
