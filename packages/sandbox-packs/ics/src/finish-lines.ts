/**
 * The library's lines, put right: texts filled in, durations and lists of days by the standard, folded by bytes.
 * @module
 */
import { ICS_MAX_LINE_BYTES } from './limits.js';

/**
 * @param text - as the library wrote it
 * @param fill - puts the texts into a line
 */
export function finishLines(text: string, fill: (line: string) => string): string {
  const lines = text.replace(/\r\n\t/g, '').split('\r\n');
  return lines.map((line) => foldLine(fill(mendValue(line)))).join('\r\n');
}

function mendValue(line: string): string {
  if (/^(?:DURATION|TRIGGER):/.test(line)) return mendDuration(line);
  // RFC 5545, 3.8.5.1: days are no times.
  return /^EXDATE:\d{8}(?:,|$)/.test(line) ? line.replace('EXDATE:', 'EXDATE;VALUE=DATE:') : line;
}

// RFC 5545, 3.3.6: a "T" has a time after it, no unit between two others is left out, and something is there.
function mendDuration(line: string): string {
  const mended = line.replace(/T$/, '').replace(/H(\d+)S$/, 'H0M$1S');
  return mended.endsWith('P') ? `${mended}T0S` : mended;
}

/** Cuts a line where the next character would pass 75 bytes; the rest goes on after a space. */
function foldLine(line: string): string {
  if (line.length <= ICS_MAX_LINE_BYTES / 3) return line;
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  let bytes = 0;
  while (at < line.length) {
    const point = line.codePointAt(at) ?? 0;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes + size > ICS_MAX_LINE_BYTES) {
      pieces.push(line.slice(start, at));
      start = at;
      bytes = 1;
    }
    bytes += size;
    at += point < 0x10000 ? 1 : 2;
  }
  pieces.push(line.slice(start));
  return pieces.join('\r\n ');
}
