/**
 * Caps of the xlsx pack.
 * @module
 */

/** Longest workbook that is read, in bytes (10 MiB). */
export const XLSX_MAX_BYTES = 10_485_760;

/** Most cells read in one call, counting gaps up to the last used column. */
export const XLSX_MAX_CELLS_READ = 1_000_000;

/** Most rows of one sheet; Excel has no more. */
export const XLSX_MAX_ROWS = 1_048_576;

/** Most columns of one sheet; Excel has no more. */
export const XLSX_MAX_COLUMNS = 16_384;

/** Most sheets written. */
export const XLSX_MAX_SHEETS = 64;

/** Most cells written in one call, counting the ones that only have a style. */
export const XLSX_MAX_CELLS_WRITTEN = 250_000;

/** Most cells that all style ranges may cover together, counting those covered twice. */
export const XLSX_MAX_STYLED_CELLS = 1_000_000;

/** Longest text of one cell, in UTF-16 units; Excel has no more. */
export const XLSX_MAX_CELL_CHARS = 32_767;

/** Deadline of one call in ms; the host's registry states the same number. */
export const XLSX_CALL_TIMEOUT_MS = 60_000;
