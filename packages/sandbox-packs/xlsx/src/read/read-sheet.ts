/**
 * The cells of one sheet.
 * @see ECMA-376, part 1, 18.3.1
 * @module
 */
import { PackFormatError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import { scanXml, toXmlText } from '@nodetool-ai/sandbox-pack-kit/xml';
import { areaOf, type CellAddress, type CellRange, readAddress, readRange, showAddress } from '../cell-address.js';
import { XLSX_MAX_CELLS_READ, XLSX_MAX_COLUMNS, XLSX_MAX_ROWS } from '../limits.js';
import { type CellContext, type CellValue, type RawCell, readCellValue } from './cell-value.js';
import { localName } from './local-name.js';
import type { WorkbookPart } from './open-workbook.js';

/** Cells by row and column, which begin at 1. */
export type SheetCells = Map<number, Map<number, CellValue>>;

/**
 * Reads the cells that have a value, in any order. Merged cells repeat the value of the first one.
 *
 * Nothing here walks a range that only a validation, a format or a merge of empty cells covers.
 *
 * @throws {PackFormatError} `xlsx.bad-format`
 * @throws {PackLimitError} `xlsx.too-many`
 */
export function readSheet(where: string, part: WorkbookPart, context: CellContext): SheetCells {
  const reader = new SheetReader(where, part.name, context);
  scanXml(where, part.name, toXmlText(where, part.name, part.bytes), reader);
  reader.merge();
  return reader.cells;
}

class SheetReader {
  readonly cells: SheetCells = new Map();
  readonly #merges: CellRange[] = [];
  #count = 0;
  #row = 0;
  #column = 0;
  #cell: RawCell | undefined;
  /** The element whose text counts. */
  #part: 'v' | 't' | undefined;
  #phonetic = 0;

  constructor(
    readonly where: string,
    readonly label: string,
    readonly context: CellContext,
  ) {}

  onOpen(name: string, attributes: ReadonlyMap<string, string>): void {
    const local = localName(name);
    if (this.#cell) {
      if (local === 'rPh') this.#phonetic += 1;
      else if (local === 'v' || (local === 't' && this.#phonetic === 0)) this.#part = local;
    } else if (local === 'row') this.#openRow(attributes.get('r'));
    else if (local === 'c') this.#openCell(attributes);
    else if (local === 'mergeCell') this.#openMerge(attributes.get('ref') ?? '');
  }

  onText(text: string): void {
    if (this.#cell && this.#part) this.#cell[this.#part] = (this.#cell[this.#part] ?? '') + text;
  }

  onClose(name: string): void {
    const local = localName(name);
    if (local === 'rPh') this.#phonetic -= 1;
    else if (local === this.#part) this.#part = undefined;
    else if (local === 'c' && this.#cell) {
      const at = { row: this.#row, column: this.#column };
      const value = readCellValue(this.where, this.#cell, this.context, () => this.#show(at));
      if (value !== null) this.#set(at, value);
      this.#cell = undefined;
    }
  }

  merge(): void {
    for (const range of this.#merges) {
      const value = this.cells.get(range.top)?.get(range.left);
      if (value === undefined) continue;
      for (let row = range.top; row <= range.bottom; row += 1) {
        for (let column = range.left; column <= range.right; column += 1) this.#set({ row, column }, value);
      }
    }
  }

  #openRow(given: string | undefined): void {
    this.#row = given === undefined ? this.#row + 1 : Number(given);
    this.#column = 0;
    if (!Number.isInteger(this.#row) || this.#row < 1)
      throw this.#damaged(`a row has the number ${given?.slice(0, 20)}`);
    if (this.#row > XLSX_MAX_ROWS) throw this.#tooMany(`more than ${XLSX_MAX_ROWS} rows`, 'XLSX_MAX_ROWS');
  }

  #openCell(attributes: ReadonlyMap<string, string>): void {
    const given = attributes.get('r');
    const at = given === undefined ? { row: this.#row, column: this.#column + 1 } : readAddress(given);
    if (!at || at.row < 1) throw this.#damaged(`a cell has the address ${given?.slice(0, 20)}`);
    if (at.column > XLSX_MAX_COLUMNS) throw this.#tooMany(`more than ${XLSX_MAX_COLUMNS} columns`, 'XLSX_MAX_COLUMNS');
    this.#row = at.row;
    this.#column = at.column;
    this.#cell = { type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0) };
  }

  #openMerge(ref: string): void {
    const range = readRange(ref);
    if (!range) throw this.#damaged(`a merged range is ${ref.slice(0, 40)}`);
    // Such a range is a template's, not data.
    if (areaOf(range) <= XLSX_MAX_CELLS_READ) this.#merges.push(range);
  }

  #set({ row, column }: CellAddress, value: CellValue): void {
    let cells = this.cells.get(row);
    if (!cells) {
      cells = new Map();
      this.cells.set(row, cells);
    }
    cells.set(column, value);
    this.#count += 1;
    if (this.#count > XLSX_MAX_CELLS_READ)
      throw this.#tooMany(`more than ${XLSX_MAX_CELLS_READ} cells`, 'XLSX_MAX_CELLS_READ');
  }

  #show(at: CellAddress): string {
    return `cell ${showAddress(at)} of ${this.label}`;
  }

  #damaged(what: string): PackFormatError {
    return new PackFormatError(this.where, 'bad-format', `${this.label}: ${what}`, 'Pass a whole .xlsx file');
  }

  #tooMany(what: string, limit: string): PackLimitError {
    return new PackLimitError(this.where, 'too-many', `${this.label} has ${what}`, 'Split the workbook', limit);
  }
}
