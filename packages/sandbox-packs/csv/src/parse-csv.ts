/**
 * CSV text to records or arrays.
 * @module
 */
import { flag, oneOf, PackFormatError, readOptions, readText, uniqueNames } from '@nodetool-ai/sandbox-pack-kit';
import { delimiterOption } from './delimiter-option.js';
import { CSV_MAX_TEXT_CHARS } from './limits.js';
import { findLineBreak } from './line-break.js';
import { type CsvRow, lineAt, readRows } from './read-rows.js';

const EXTRA = '__parsed_extra';

/**
 * Reads CSV.
 *
 * Values stay strings. Records are built here and not by the library, which would lose a column named `__proto__`.
 *
 * @throws {PackError} `csv.bad-argument`, `csv.too-large`, `csv.too-many`, `csv.bad-format`
 */
export function parseCsv(where: string, input: unknown, given: unknown): Record<string, unknown>[] | string[][] {
  const raw = readText(where, 'text', input, CSV_MAX_TEXT_CHARS);
  const options = readOptions(where, given, {
    header: flag(true),
    delimiter: delimiterOption,
    skipEmptyLines: oneOf([true, false, 'greedy'], true),
    strict: flag(false),
  });
  const text = raw.startsWith('\ufeff') ? raw.slice(1) : raw;
  if (text.includes('\0')) {
    throw new PackFormatError(
      where,
      'bad-format',
      'the text has NUL characters: it looks binary',
      'Pass CSV text, decoded',
    );
  }
  const rows = readRows(where, text, options.delimiter).filter(
    ({ source }) => !isSkipped(text.slice(source.start, source.end), options.skipEmptyLines),
  );
  if (options.strict) refuseRagged(where, text, rows);
  const lists = rows.map((row) => row.cells);
  return options.header ? toRecords(lists) : lists;
}

function isSkipped(line: string, skipEmptyLines: boolean | 'greedy'): boolean {
  return skipEmptyLines !== false && (skipEmptyLines === 'greedy' ? line.trim() === '' : line === '');
}

function refuseRagged(where: string, text: string, rows: CsvRow[]): void {
  const width = rows[0]?.cells.length;
  const at = rows.findIndex((row) => row.cells.length !== width);
  const ragged = rows[at];
  if (!ragged) return;
  const line = lineAt(text, ragged.source.start, findLineBreak(text));
  throw new PackFormatError(
    where,
    'bad-format',
    `row ${at + 1}, line ${line}: ${ragged.cells.length} fields where the first row has ${width}`,
    'Mend the row, or leave out strict',
  );
}

function toRecords(rows: string[][]): Record<string, unknown>[] {
  const [first, ...rest] = rows;
  if (!first) return [];
  const names = uniqueNames(first, [EXTRA]);
  return rest.map((cells) => {
    const record: Record<string, unknown> = {};
    const known = Math.min(names.length, cells.length);
    // The column count of `names` and `cells` bounds `at`.
    for (let at = 0; at < known; at += 1) setOwn(record, names[at] as string, cells[at]);
    if (cells.length > names.length) record[EXTRA] = cells.slice(names.length);
    return record;
  });
}

// Assigning `__proto__` would set the prototype and lose the column.
function setOwn(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
}
