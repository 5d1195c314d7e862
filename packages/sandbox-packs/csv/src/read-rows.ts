/**
 * Reads CSV text into rows with papaparse's row parser, one row at a time so that a cap ends the work early.
 * @module
 */
import { PackFormatError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import Papa from 'papaparse';
import { CSV_MAX_CELLS, CSV_MAX_COLUMNS } from './limits.js';
import { findLineBreak, type LineBreak } from './line-break.js';

/** One row and the text it was made from, without its line break. */
export interface CsvRow {
  cells: string[];
  source: { start: number; end: number };
}

interface RowStep {
  data: string[][];
  errors: { code: string; index?: number }[];
  meta: { cursor: number };
}

// The published types leave out the row parser, which papaparse documents as `Papa.Parser`.
const RowParser = (
  Papa as unknown as {
    Parser: new (config: {
      delimiter: string;
      newline: string;
      step: (row: RowStep) => void;
    }) => { parse(text: string): void };
  }
).Parser;

const GUESS_CHARS = 65_536;

const GUESSED_DELIMITERS = [',', '\t', '|', ';', '\x1e', '\x1f'];

/**
 * Rows of `text`, blank ones included, in order.
 * @throws {PackFormatError} `csv.bad-format` for broken quoting, with row and line
 * @throws {PackLimitError} `csv.too-many` for cells and columns
 */
export function readRows(where: string, text: string, delimiter: string | undefined): CsvRow[] {
  if (text === '') return [];
  const newline = findLineBreak(text);
  const rows: CsvRow[] = [];
  let cellCount = 0;
  let start = 0;

  const parser = new RowParser({
    delimiter: delimiter ?? guessDelimiter(text, newline),
    newline,
    // A throw ends the parse; the parser keeps nothing that would need closing.
    step({ data, errors, meta }) {
      // A break at the end of the text ends the last line; it does not begin an empty one.
      if (start === text.length) return;
      const cells = data[0] ?? [''];
      const broken = errors[0];
      if (broken) throw brokenQuotes(where, broken.code, rows.length + 1, lineAt(text, broken.index ?? start, newline));
      if (cells.length > CSV_MAX_COLUMNS) throw tooMany(where, 'columns', CSV_MAX_COLUMNS);
      cellCount += cells.length;
      if (cellCount > CSV_MAX_CELLS) throw tooMany(where, 'cells', CSV_MAX_CELLS);
      const hasBreak = meta.cursor > start && text[meta.cursor - 1] === newline;
      let end = hasBreak ? meta.cursor - 1 : meta.cursor;
      if (newline === '\n' && hasBreak && end > start && text[end - 1] === '\r')
        end = dropReturn(text, cells, start, end);
      rows.push({ cells, source: { start, end } });
      start = meta.cursor;
    },
  });
  parser.parse(text);
  return rows;
}

/** 1-based line of a place in a text. */
export function lineAt(text: string, index: number, newline: LineBreak): number {
  let line = 1;
  for (let at = text.indexOf(newline); at !== -1 && at < index; at = text.indexOf(newline, at + 1)) line += 1;
  return line;
}

// The guess reads its text once per candidate: a part is enough, cut where a line ends.
function guessDelimiter(text: string, newline: LineBreak): string {
  const part = text.slice(0, GUESS_CHARS);
  const end = part.length < text.length ? part.lastIndexOf(newline) : -1;
  const sample = end > 0 ? part.slice(0, end) : part;
  return Papa.parse(sample, { preview: 1, newline, skipEmptyLines: 'greedy', delimitersToGuess: GUESSED_DELIMITERS })
    .meta.delimiter;
}

// The CR of a CRLF is in the last cell unless that was quoted: then the parser has dropped it as space after the quote.
function dropReturn(text: string, cells: string[], start: number, end: number): number {
  const last = cells.length - 1;
  const cell = cells[last] ?? '';
  const isAfterQuote = end - 2 >= start && text[end - 2] === '"';
  const isInCell = cell.endsWith('\r') && (!isAfterQuote || cell.endsWith('"\r'));
  if (isInCell) cells[last] = cell.slice(0, -1);
  return end - 1;
}

function brokenQuotes(where: string, code: string, row: number, line: number): PackFormatError {
  const what =
    code === 'MissingQuotes' ? 'a quoted field is never closed' : 'a quote inside a quoted field is not doubled';
  return new PackFormatError(
    where,
    'bad-format',
    `row ${row}, line ${line}: ${what} (${code})`,
    'Write a quote inside a quoted field as ""',
  );
}

function tooMany(where: string, what: 'cells' | 'columns', limit: number): PackLimitError {
  return new PackLimitError(
    where,
    'too-many',
    `the text has more than ${limit} ${what}`,
    'Read it in parts',
    what === 'cells' ? 'CSV_MAX_CELLS' : 'CSV_MAX_COLUMNS',
  );
}
