/**
 * Workbook bytes to rows.
 *
 * The reader is ours: the library walks every cell of a validation or a merge, finds parts by their usual names only,
 * gives nothing for files whose elements have a prefix, and takes a ZIP archive without a workbook for an empty one.
 *
 * @module
 */
import { flag, optionalText, PackInputError, readBytes, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { XLSX_MAX_BYTES } from '../limits.js';
import { readDateStyles } from './date-styles.js';
import { type OpenedWorkbook, openWorkbook } from './open-workbook.js';
import { readSheet } from './read-sheet.js';
import { readSharedStrings } from './shared-strings.js';
import { CellBudget, type SheetRow, toArrays, toRecords } from './to-rows.js';

const MAX_NAME_CHARS = 1000;

/**
 * Reads a workbook: rows by sheet, or the rows of one sheet.
 * @throws {PackError} `xlsx.bad-argument`, `xlsx.not-found`, `xlsx.unsupported`, `xlsx.bad-format`, `xlsx.encrypted`,
 * `xlsx.too-large`, `xlsx.too-many`, `xlsx.too-deep`, `xlsx.inflated-too-large`
 */
export function parseXlsx(where: string, input: unknown, given: unknown): SheetRow[] | Record<string, SheetRow[]> {
  const bytes = readBytes(where, 'bytes', input, XLSX_MAX_BYTES);
  const options = readOptions(where, given, {
    sheet: optionalText(MAX_NAME_CHARS),
    header: flag(true),
    blankRows: flag(false),
  });
  const workbook = openWorkbook(where, bytes);
  const wanted = options.sheet === undefined ? workbook.sheets : [findSheet(where, workbook, options.sheet)];
  const context = {
    sharedStrings: readSharedStrings(where, workbook.sharedStrings),
    dateStyles: readDateStyles(where, workbook.styles),
    is1904: workbook.is1904,
  };
  const budget = new CellBudget(where);
  const toRows = options.header ? toRecords : toArrays;
  const sheets = wanted.map(({ name, part }): [string, SheetRow[]] => [
    name,
    toRows(readSheet(where, part, context), options.blankRows, budget),
  ]);
  return options.sheet === undefined ? Object.fromEntries(sheets) : (sheets[0]?.[1] ?? []);
}

function findSheet(where: string, { sheets }: OpenedWorkbook, name: string): OpenedWorkbook['sheets'][number] {
  const found = sheets.find((sheet) => sheet.name === name);
  if (found) return found;
  const names = sheets.slice(0, 20).map((sheet) => JSON.stringify(sheet.name.slice(0, 40)));
  throw new PackInputError(
    where,
    'not-found',
    `the workbook has no sheet ${JSON.stringify(name.slice(0, 100))}`,
    `Its sheets are ${names.join(', ')}${sheets.length > 20 ? ', …' : ''}`,
  );
}
