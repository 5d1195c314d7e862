import { XLSX_MAX_COLUMNS, XLSX_MAX_ROWS } from './limits.js';

/** Place of a cell; both numbers begin at 1. */
export interface CellAddress {
  row: number;
  column: number;
}

/** A rectangle of cells, ends included. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Reads `A1` to `XFD1048576`, with or without `$`. */
export function readAddress(text: string): CellAddress | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})$/.exec(text) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  return column >= 1 && column <= XLSX_MAX_COLUMNS && row <= XLSX_MAX_ROWS ? { row, column } : undefined;
}

/** Reads `A1` or `A1:C20`, in any order of the corners. */
export function readRange(text: string): CellRange | undefined {
  const [from = '', to = from, ...rest] = text.split(':');
  const [a, b] = [readAddress(from), readAddress(to)];
  if (!a || !b || rest.length > 0) return undefined;
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  };
}

/** How many cells a range has. */
export function areaOf({ top, left, bottom, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** Writes an address as people read it, such as `B2`. */
export function showAddress({ row, column }: CellAddress): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
