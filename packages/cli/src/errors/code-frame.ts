/**
 * A few lines of a text with a caret under one column.
 * @module
 */
import stringWidth from 'string-width';
import type { Palette } from '../text/palette.js';
import { visible } from '../text/visible.js';

const CONTEXT_LINES = 2;

/**
 * Lines around `line`, the caret under `column` (both 1-based, columns in UTF-16 units).
 * A long line is cut around the caret. A line that does not exist gives no lines.
 */
export function codeFrame(
  text: string,
  line: number,
  column: number | undefined,
  palette: Palette,
  columns = 100,
): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (line < 1 || line > lines.length) return [];
  const from = Math.max(1, line - CONTEXT_LINES);
  const to = Math.min(lines.length, line + 1);
  const gutter = String(to).length;
  const room = Math.max(30, columns - gutter - 8);
  const start = windowStart(lines[line - 1] ?? '', column, room);
  const out: string[] = [];
  for (let number = from; number <= to; number += 1) {
    const marked = number === line;
    const cut = cutLine(lines[number - 1] ?? '', start, room);
    const head = `${marked ? '>' : ' '} ${String(number).padStart(gutter)} | `;
    out.push(marked ? `${palette.bad(head)}${cut}` : `${palette.dim(head)}${palette.dim(cut)}`.trimEnd());
    if (marked && column !== undefined) {
      const before = show((lines[number - 1] ?? '').slice(start, Math.max(start, column - 1)));
      out.push(`${' '.repeat(gutter + 2)} ${palette.bad(`| ${' '.repeat(stringWidth(before))}^`)}`);
    }
  }
  return out;
}

/** First column shown, so that the caret is in view; 0 for a line that fits. */
function windowStart(text: string, column: number | undefined, room: number): number {
  if (column === undefined || text.length <= room || column <= room - 10) return 0;
  return Math.max(0, Math.min(column - Math.floor(room / 2), text.length - room));
}

function cutLine(text: string, start: number, room: number): string {
  const part = text.slice(start, start + room);
  return show(part) + (start + room < text.length ? '…' : '');
}

function show(text: string): string {
  return visible(text.replaceAll('\t', '  '));
}
