/**
 * Counting in program text: offsets, lines, columns and bytes.
 * @module
 */

/** A place in the caller's text, 1-based; columns count UTF-16 units. */
export interface TextPosition {
  line: number;
  column: number;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;

/** Line and column of a UTF-16 offset, with the line ends of ECMAScript. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(LINE_END)) {
    const next = match.index + match[0].length;
    if (next > offset) break;
    line++;
    lineStart = next;
  }
  return { line, column: offset - lineStart + 1 };
}

/** {@link positionAt} for many offsets in ascending order, in one walk over the text. */
export function positionsAt(text: string, offsets: readonly number[]): TextPosition[] {
  const positions: TextPosition[] = [];
  let line = 1;
  let lineStart = 0;
  const addUpTo = (end: number): void => {
    for (let offset = offsets[positions.length]; offset !== undefined && offset < end; ) {
      positions.push({ line, column: offset - lineStart + 1 });
      offset = offsets[positions.length];
    }
  };
  for (const match of text.matchAll(LINE_END)) {
    const next = match.index + match[0].length;
    addUpTo(next);
    if (positions.length === offsets.length) return positions;
    line++;
    lineStart = next;
  }
  addUpTo(Number.POSITIVE_INFINITY);
  return positions;
}

/** Bytes of text in UTF-8; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) bytes += utf8Size(char);
  return bytes;
}

/** UTF-16 index of the character that starts at, or covers, a UTF-8 byte offset; the length when there is none. */
export function utf16Index(text: string, byteOffset: number): number {
  let bytes = 0;
  let index = 0;
  for (const char of text) {
    bytes += utf8Size(char);
    if (bytes > byteOffset) return index;
    index += char.length;
  }
  return index;
}

function utf8Size(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
