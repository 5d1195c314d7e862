/**
 * Texts of a document: counted together, and free of characters that XML has no way to write.
 * @module
 */
import { PackInputError, PackLimitError } from '../errors.js';
import { kindOf, readText } from '../readers.js';

/** Caps over all texts of one document; the names are those of the pack's limits. */
export interface TextCaps {
  readonly maxChars: number;
  readonly maxCharsName: string;
  readonly maxLines: number;
  readonly maxLinesName: string;
}

/** Reads texts and adds them up. */
export interface TextMeter {
  /** A text that must be a string. */
  text(label: string, value: unknown): string;
  /** A cell of a table: numbers, booleans and dates become text, `null` and `undefined` nothing. */
  cell(label: string, value: unknown): string;
}

// A document with one of these is reported as damaged: XML 1.0, 2.2, has no way to write them.
const UNWRITABLE = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Starts counting. Line breaks of all kinds become `"\n"`; what XML cannot write becomes U+FFFD, with one warning.
 * @throws {PackInputError} `<id>.bad-argument`
 * @throws {PackLimitError} `<id>.too-large`, `<id>.too-many`
 */
export function meterTexts(where: string, caps: TextCaps, warn: (text: string) => void): TextMeter {
  let chars = 0;
  let lines = 0;
  let hasWarned = false;
  const take = (label: string, raw: string): string => {
    const text = raw.replace(/\r\n?/g, '\n').replace(UNWRITABLE, () => {
      if (!hasWarned) warn(`${where}: ${label} has characters that a document cannot hold; they became U+FFFD`);
      hasWarned = true;
      return '\ufffd';
    });
    chars += text.length;
    lines += countLines(text);
    refuse(where, chars, lines, caps);
    return text;
  };
  return {
    text: (label, value) => take(label, readText(where, label, value, caps.maxChars)),
    cell: (label, value) => take(label, cellText(where, label, value)),
  };
}

/** Text with the five characters that XML reserves written as references. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character);
}

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function refuse(where: string, chars: number, lines: number, caps: TextCaps): void {
  if (chars > caps.maxChars) {
    throw new PackLimitError(
      where,
      'too-large',
      `all texts have more than ${caps.maxChars} characters, the character limit of a document`,
      'Write several documents',
      caps.maxCharsName,
    );
  }
  if (lines > caps.maxLines) {
    throw new PackLimitError(
      where,
      'too-many',
      `all texts have more than ${caps.maxLines} lines`,
      'Write several documents',
      caps.maxLinesName,
    );
  }
}

function cellText(where: string, label: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw new PackInputError(
    where,
    'bad-argument',
    `${label} must be text, a number, true, false, a date or null, not ${kindOf(value)}`,
    'Turn it into text first',
  );
}
