/** Reads Excel workbooks, and writes them with exceljs. Every call returns a promise. */

/** Value of a cell: dates are ISO texts in UTC, errors their code such as `"#N/A"`, empty cells `null`. */
export type XlsxValue = string | number | boolean | null;

/** One row by column name. */
export type XlsxRecord = Record<string, XlsxValue>;

/** Options of {@link parse}. */
export interface XlsxParseOptions {
  /** Name of the one sheet to read; then the result is its rows. */
  sheet?: string;
  /** The first row that has a value names the columns; default `true`. With `false` rows are arrays. */
  header?: boolean;
  /** Keeps rows without values, up to the last used one; default `false`. */
  blankRows?: boolean;
}

/**
 * Reads a workbook of at most 10 485 760 bytes and 1 000 000 cells, counting gaps up to the last used column.
 *
 * Formulas give the result stored in the file, or `null`; rich text is joined; merged cells repeat the first one.
 * An empty header cell in column 3 gives `col_3`, repeated headers get `_1`, `_2`.
 * @throws codes `xlsx.bad-argument`, `xlsx.not-found` (listing the sheets), `xlsx.bad-format`, `xlsx.encrypted`,
 * `xlsx.unsupported` (`.xls`, `.xlsb`, `.ods`), `xlsx.too-large`, `xlsx.too-many`, `xlsx.too-deep`,
 * `xlsx.inflated-too-large`, `xlsx.timeout`
 * @example
 * const rows = await parse(bytes, { sheet: 'Costs' }); // [{ item: 'a', usd: 1.5 }, …]
 */
export function parse(
  bytes: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView,
  options: XlsxParseOptions & { sheet: string; header: false },
): Promise<XlsxValue[][]>;
export function parse(
  bytes: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView,
  options: XlsxParseOptions & { sheet: string },
): Promise<XlsxRecord[]>;
export function parse(
  bytes: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView,
  options: XlsxParseOptions & { header: false },
): Promise<Record<string, XlsxValue[][]>>;
export function parse(
  bytes: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView,
  options?: XlsxParseOptions,
): Promise<Record<string, XlsxRecord[]>>;

/** Looks of a range of cells; later styles win where they overlap. */
export interface XlsxStyle {
  /** `"A1"` or `"A1:C20"`; row 1 is the header when there is one. */
  range: string;
  bold?: boolean;
  italic?: boolean;
  /** Points, 1 to 409. */
  size?: number;
  /** Colour of the text: 6 hex digits, or 8 with the opacity first; `#` may stand before. */
  color?: string;
  /** Colour behind the text, written the same way. */
  background?: string;
  /** A format of Excel, as `"#,##0.00"` or `"yyyy-mm-dd"`; at most 255 characters. */
  numberFormat?: string;
}

/** One sheet to be written. */
export interface XlsxSheet {
  /** 1 to 31 characters, none of `* ? : \ / [ ]`, unique whatever its case. */
  name: string;
  /** Records, or arrays with `header: false`. */
  rows: readonly Record<string, unknown>[] | readonly (readonly unknown[])[];
  /** Writes the column names first; default: that of {@link XlsxWriteOptions}. With `false` rows are arrays. */
  header?: boolean;
  /** Which fields, in this order; default: all keys of all records in first-seen order. */
  columns?: readonly string[];
  styles?: readonly XlsxStyle[];
}

/** Options of {@link write}. */
export interface XlsxWriteOptions {
  /** Writes the column names first; default `true`. With `false` all rows are arrays. */
  header?: boolean;
  /** Makes columns as wide as their longest value, 8 to 80 characters; default `true`. */
  autoFitColumns?: boolean;
}

/**
 * Writes a workbook of at most 64 sheets and 250 000 cells, counting styled ones.
 *
 * Text stays text, also when it begins with `=`. Dates become dates in UTC, `null` nothing, lists and records JSON,
 * a `bigint` beyond 2^53 text. `NaN`, `Infinity`, bytes and text over 32 767 characters are refused, naming the cell.
 * @throws codes `xlsx.bad-argument`, `xlsx.too-many`, `xlsx.too-large`, `xlsx.too-deep`, `xlsx.timeout`
 * @example
 * const bytes = await write({ Costs: [{ item: 'a', usd: 1.5 }] });
 */
export function write(
  sheets: Record<string, readonly Record<string, unknown>[] | readonly (readonly unknown[])[]> | readonly XlsxSheet[],
  options?: XlsxWriteOptions,
): Promise<Uint8Array>;

declare const xlsx: { readonly parse: typeof parse; readonly write: typeof write };
export default xlsx;
