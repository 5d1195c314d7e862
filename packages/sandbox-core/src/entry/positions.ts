/**
 * Leads positions that the engine reports back to the text the caller passed.
 * @module
 */
import { CLOSE, ENTRY_MODULE_NAME, type EntryModule, PLACE_MARK } from './build-entry.js';
import { parseProgram } from './parser.js';
import { positionAt, type TextPosition, utf16Index } from './text.js';

/** One line of an engine stack that carries a position. */
export interface StackFrame {
  /** Function name, or `''`. */
  name: string;
  file: string;
  line: number;
  column: number;
}

// Bounded quantifiers: a stack is guest data, and a frame may be as long as a function's name.
const POSITION = /:(\d{1,9}):(\d{1,9})\)?$/;
const AT = /^ {0,16}at /;

/** Reads one frame, `    at name (file:line:col)` or `    at file:line:col`; `undefined` for any other line. */
export function parseFrame(line: string): StackFrame | undefined {
  const position = POSITION.exec(line);
  const at = AT.exec(line);
  if (!position || !at) return undefined;
  const open = line.endsWith(')') ? line.lastIndexOf('(') : at[0].length - 1;
  if (open < at[0].length - 1) return undefined;
  return {
    name: line.slice(at[0].length, Math.max(open, at[0].length)).trimEnd(),
    file: line.slice(open + 1, position.index),
    line: Number(position[1]),
    column: Number(position[2]),
  };
}

/**
 * Position in the caller's text for an engine position in the entry module.
 *
 * The engine counts columns in UTF-8 bytes, from 0 on the first line and from 1 on all others.
 * A position inside the wrapper moves to the nearest place of the text.
 */
export function mapPosition(entry: EntryModule, line: number, column: number): TextPosition {
  return positionAt(entry.text, textOffset(entry, line, column));
}

/**
 * Position of a name that does not exist, looked for from where the engine says its statement begins.
 * Falls back to that place.
 */
export function findName(entry: EntryModule, name: string, from: TextPosition): TextPosition {
  const places: TextPosition[] = [];
  let last = '';
  parseProgram(entry.text, ({ type, start, end }) => {
    if (type.label === 'name' && entry.text.slice(start, end) === name && last !== '.' && last !== '?.') {
      places.push(positionAt(entry.text, start));
    }
    last = type.label;
  });
  return places.find(({ line, column }) => line > from.line || (line === from.line && column >= from.column)) ?? from;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** Longer chains say no more. */
const MAX_CALLED_CHARS = 100;

/** What is called at a place where the engine found no function: a name with what it is a member of. */
export function calledName(entry: EntryModule, { line, column }: TextPosition): string | undefined {
  const text = entry.text.split(LINE_END)[line - 1] ?? '';
  const name = /^[\w$]+(?=\s*\()/.exec(text.slice(column - 1, column - 1 + MAX_CALLED_CHARS))?.[0];
  if (name === undefined) return undefined;
  const before =
    /(?:[\w$]+\??\.)*$/.exec(text.slice(Math.max(0, column - 1 - MAX_CALLED_CHARS), column - 1))?.[0] ?? '';
  return before + name;
}

/**
 * Makes a stack fit for people: frames of the entry module point into the caller's text, and module ids read
 * `package/file` instead of the internal form. Nothing is left out.
 */
export function mapStack(stack: string, entry?: EntryModule): string {
  return stack
    .trimEnd()
    .split('\n')
    .map((line) => mapFrame(line, entry))
    .join('\n');
}

/** Position of the first frame of the entry module, in the caller's text. */
export function firstUserPosition(stack: string, entry: EntryModule): TextPosition | undefined {
  for (const line of stack.split('\n')) {
    const frame = parseFrame(line);
    if (frame?.file === ENTRY_MODULE_NAME) return mapPosition(entry, frame.line, frame.column);
  }
  return undefined;
}

/** `nodetool-sandbox:pack|file` as people know it: `pack/file`. */
export function readableModuleId(text: string): string {
  return text.replace(/nodetool-sandbox:([^|\s]{1,256})\|/g, '$1/');
}

function mapFrame(line: string, entry: EntryModule | undefined): string {
  const readable = readableModuleId(line);
  if (!entry) return readable;
  const frame = parseFrame(readable);
  if (frame?.file !== ENTRY_MODULE_NAME) return readable;
  const { line: row, column } = mapPosition(entry, frame.line, frame.column);
  return readable.replace(POSITION, (text) => `:${row}:${column}${text.endsWith(')') ? ')' : ''}`);
}

/** Offset in the caller's text for an engine position. */
function textOffset(entry: EntryModule, line: number, column: number): number {
  const marksLength = entry.marks.length * PLACE_MARK.length;
  const body = entry.source.slice(entry.source.length - CLOSE.length - entry.text.length - marksLength, -CLOSE.length);
  const lines = lineStarts(body);
  const row = Math.min(Math.max(line, 1), lines.length);
  const byteOffset = row === 1 ? column - entry.firstLineColumns : column - 1;
  const start = lines[row - 1] ?? 0;
  const end = (lines[row] ?? body.length + 1) - 1;
  const offset = line > lines.length ? end : start + utf16Index(body.slice(start, end), Math.max(byteOffset, 0));
  return withoutMarks(entry.marks, offset);
}

function withoutMarks(marks: readonly number[], offset: number): number {
  let removed = 0;
  for (const mark of marks) {
    if (offset < mark + removed) break;
    if (offset < mark + removed + PLACE_MARK.length) return mark;
    removed += PLACE_MARK.length;
  }
  return offset - removed;
}

function lineStarts(body: string): number[] {
  const starts = [0];
  for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
