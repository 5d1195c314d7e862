import { PackFormatError } from '@nodetool-ai/sandbox-pack-kit';
import { unescapeText } from '../escape-text.js';
import { toIsoDate } from '../serial-date.js';

/** What a cell gives; empty cells are not kept. */
export type CellValue = string | number | boolean;

/** A cell as it stands in the file. */
export interface RawCell {
  type: string;
  style: number;
  /** Text of `<v>`. */
  v?: string;
  /** Text of `<is>`, its pieces joined. */
  t?: string;
}

/** What cells point to. */
export interface CellContext {
  sharedStrings: readonly string[];
  dateStyles: readonly boolean[];
  is1904: boolean;
}

/**
 * Value of a cell: text, number, boolean, ISO text of a date, code of an error; `null` when it is empty. Of a formula
 * it is the result that is stored in the file.
 * @see ECMA-376, part 1, 18.18.11
 */
export function readCellValue(
  where: string,
  { type, style, v, t }: RawCell,
  { sharedStrings, dateStyles, is1904 }: CellContext,
  label: () => string,
): CellValue | null {
  if (type === 'inlineStr') return t === undefined ? null : unescapeText(t);
  if (v === undefined || (v === '' && type !== 'str')) return null;
  switch (type) {
    case 's': {
      const text = sharedStrings[Number(v)];
      if (text === undefined) throw damaged(where, label(), `points to the text ${v.slice(0, 20)}, which is not there`);
      return text;
    }
    case 'str':
      return unescapeText(v);
    case 'b':
      return v.trim() === '1' || v.trim() === 'true';
    case 'e':
      return v;
    case 'd':
      return isoDate(v);
    default: {
      const number = v.trim() === '' ? Number.NaN : Number(v);
      if (!Number.isFinite(number)) throw damaged(where, label(), `has the number ${v.slice(0, 20)}`);
      return (dateStyles[style] && toIsoDate(number, is1904)) || number;
    }
  }
}

// A time without a zone is UTC.
function isoDate(text: string): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const date = new Date(text.includes('T') && !hasZone ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

function damaged(where: string, label: string, what: string): PackFormatError {
  return new PackFormatError(where, 'bad-format', `${label} ${what}`, 'Pass a whole .xlsx file');
}
