/**
 * Rows to workbook bytes.
 * @module
 */
import { flag, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import ExcelJS from 'exceljs';
import { showAddress } from '../cell-address.js';
import { readSheets, type SheetInput } from './sheet-input.js';
import { toCell } from './to-cell.js';

const MIN_WIDTH = 8;
const MAX_WIDTH = 80;

/**
 * Writes a workbook.
 * @throws {PackError} `xlsx.bad-argument`, `xlsx.too-many`, `xlsx.too-large`, `xlsx.too-deep`
 */
export async function writeXlsx(where: string, input: unknown, given: unknown): Promise<Uint8Array> {
  const options = readOptions(where, given, { header: flag(true), autoFitColumns: flag(true) });
  const workbook = new ExcelJS.Workbook();
  for (const sheet of readSheets(where, input, options.header)) {
    addSheet(where, workbook, sheet, options.autoFitColumns);
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

function addSheet(where: string, workbook: ExcelJS.Workbook, { name, lines, styles }: SheetInput, fits: boolean): void {
  const sheet = workbook.addWorksheet(name);
  const widths: number[] = [];
  for (const [line, values] of lines.entries()) {
    const row = sheet.getRow(line + 1);
    for (const [index, value] of values.entries()) {
      const address = { row: line + 1, column: index + 1 };
      const content = toCell(where, value, () => `${name}!${showAddress(address)}`);
      widths[index] = Math.max(widths[index] ?? 0, longestLine(content.shown));
      if (content.value === null) continue;
      const cell = row.getCell(address.column);
      cell.value = content.value;
      if (content.numFmt !== undefined) cell.numFmt = content.numFmt;
    }
  }
  for (const { range, style } of styles) {
    for (let row = range.top; row <= range.bottom; row += 1) {
      for (let column = range.left; column <= range.right; column += 1) {
        const cell = sheet.getCell(row, column);
        const { font, ...others } = style;
        Object.assign(cell, others, font && { font: { ...cell.font, ...font } });
      }
    }
  }
  if (!fits) return;
  for (const [index, width] of widths.entries()) {
    sheet.getColumn(index + 1).width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width + 2));
  }
}

function longestLine(text: string): number {
  return text.includes('\n') ? Math.max(...text.split('\n').map((line) => line.length)) : text.length;
}
