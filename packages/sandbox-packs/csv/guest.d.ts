/** Reads and writes CSV with papaparse. Every call returns a promise. */

/** Options of {@link parse}. */
export interface CsvParseOptions<Header extends boolean = boolean> {
  /** First row names the fields; default `true`. With `false` rows are arrays. */
  header?: Header;
  /** Exactly one character; when left out it is guessed among comma, tab, `|`, `;`, U+001E and U+001F. */
  delimiter?: string;
  /** `true` (default) drops lines without characters, `"greedy"` whitespace-only ones too, `false` keeps all. */
  skipEmptyLines?: boolean | 'greedy';
  /** Refuses rows with more or fewer fields than the first; default `false`. */
  strict?: boolean;
}

/** One row by column name. Fields beyond the header are in `__parsed_extra`, a `string[]`. */
export type CsvRecord = Record<string, string>;

/**
 * Reads CSV text of at most 5 242 880 characters, 1 000 000 cells, 10 000 columns. Values stay strings.
 * @throws codes `csv.bad-argument`, `csv.bad-format` (with row and line), `csv.too-large`, `csv.too-many`, `csv.timeout`
 * @example
 * await parse('name,qty\nada,3\n'); // [{ name: 'ada', qty: '3' }]
 */
export function parse(text: string, options: CsvParseOptions<false> & { header: false }): Promise<string[][]>;
export function parse(text: string, options?: CsvParseOptions<true>): Promise<CsvRecord[]>;

/** Options of {@link stringify}. */
export interface CsvStringifyOptions {
  /** Writes the column names first; default `true`. Arrays have names only when `columns` gives them. */
  header?: boolean;
  /** Exactly one character; default `","`. */
  delimiter?: string;
  /** Line break between rows; default `"\n"`. */
  newline?: '\n' | '\r\n' | '\r';
  /** Which fields, in this order; default: all keys of all records in first-seen order. */
  columns?: readonly string[];
  /** Writes `'` before text that a spreadsheet would run as a formula; default `false`. */
  escapeFormulas?: boolean;
}

/**
 * Writes records (or arrays) as CSV text, without a line break at the end. `null` and `undefined` become nothing,
 * dates ISO, objects JSON; bytes are refused. At most 1 000 000 cells, 10 000 columns.
 * @throws codes `csv.bad-argument`, `csv.too-many`, `csv.too-deep`, `csv.timeout`
 * @example
 * await stringify([{ a: 1 }, { b: 2 }]); // "a,b\n1,\n,2"
 */
export function stringify(
  rows: readonly Record<string, unknown>[] | readonly (readonly unknown[])[],
  options?: CsvStringifyOptions,
): Promise<string>;

declare const csv: { readonly parse: typeof parse; readonly stringify: typeof stringify };
export default csv;
