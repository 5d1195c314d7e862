/**
 * Turns the caller's text into the entry module of a run.
 *
 * The module is `<imports> export default async () => {` + text + newline + `}`. All that is added stands on the text's
 * own first line, so that line numbers need no correction; only columns of line 1 do.
 * @module
 */
import type { ImportDeclaration, Token } from 'acorn';
import { type ParseProblem, parseProgram } from './parser.js';
import { positionAt, positionsAt, type TextPosition, utf8Length } from './text.js';

/**
 * Put before a statement that would have no place of its own in a stack. The engine drops it when it compiles.
 */
export const PLACE_MARK = '0;';

/** Name of the entry module in stack frames. */
export const ENTRY_MODULE_NAME = 'user-code';

const OPEN = 'export default async () => {';
/** End of the entry module. */
export const CLOSE = '\n}';

/** One static import of a program; the position is that of the declaration. */
export interface EntryImport {
  specifier: string;
  /** Names asked for, `default` included; empty for a namespace or for effects only. */
  names: string[];
  line: number;
  column: number;
}

/** Why a program does not parse, 1-based in the caller's text. */
export interface SyntaxProblem {
  message: string;
  line: number;
  column: number;
}

/** A program ready for the engine. Plain data. */
export interface EntryModule {
  /** Text of the module named {@link ENTRY_MODULE_NAME}. */
  source: string;
  imports: EntryImport[];
  /** True when the text may be evaluated as it is; otherwise `syntax` is set and {@link syntaxVerdict} decides. */
  parsed: boolean;
  syntax?: SyntaxProblem;
  /** The problem is final: no engine is asked. */
  refused?: true;
  /** The text nests too deeply for any engine to be asked. Implies `refused`. */
  nestingTooDeep?: true;
  /** Set when the engine's own words are wanted: compile both, never run them. */
  probes?: [string, string];
  /** Lines of the module before the caller's line 1. */
  lineOffset: 0;
  /** UTF-8 bytes of the module before the caller's first character: what the engine's columns of line 1 include. */
  firstLineColumns: number;
  /** The caller's text with line ends made `\n`; positions are counted in it. */
  text: string;
  /** Offsets in `text`, in order, before which `source` holds a {@link PLACE_MARK}. */
  marks: readonly number[];
}

/**
 * Builds the entry module of a run. Never throws.
 *
 * @example
 * buildEntry('import { parse } from "@nodetool-ai/sandbox-csv";\nreturn parse("a,b")').source;
 * // 'import {parse as parse} from "@nodetool-ai/sandbox-csv"; export default async () => {…'
 */
export function buildEntry(code: string): EntryModule {
  const text = normalizeLineEnds(code);
  const readable = blankLeadingMark(text);
  const { imports, unplaced, problem } = parseProgram(readable);
  const places = positionsAt(
    text,
    imports.map(({ start }) => start),
  );
  const described = imports.map((node, index) => describeImport(node, places[index] as TextPosition));
  if (problem) return unparsedEntry(text, readable, imports, described, problem);

  const prefix = emitPrefix(imports);
  const body = insertMarks(alignLineSeparators(blankImports(readable, imports)), unplaced);
  return {
    source: `${prefix}${body}${CLOSE}`,
    imports: described,
    parsed: true,
    lineOffset: 0,
    firstLineColumns: utf8Length(prefix),
    text,
    marks: unplaced,
  };
}

/**
 * Text of the entry module, without the marks that a run adds for exact positions.
 * For text without imports, or that does not parse, it equals {@link wrapCode}.
 */
export function buildEntryModule(code: string): string {
  const text = blankLeadingMark(normalizeLineEnds(code));
  const { imports, problem } = parseProgram(text);
  if (problem || imports.length === 0) return wrapCode(code);
  return `${emitPrefix(imports)}${alignLineSeparators(blankImports(text, imports))}${CLOSE}`;
}

/** Wraps text as the body of the entry module's async function, imports left where they are. */
export function wrapCode(code: string): string {
  return `${OPEN}${alignLineSeparators(blankLeadingMark(normalizeLineEnds(code)))}${CLOSE}`;
}

/** Lines of the entry module before the caller's line 1: always 0, because the wrapper shares that line. */
export function entryBodyLineOffset(_code: string): number {
  return 0;
}

/**
 * Two modules to compile, never to run, when acorn rejects a text.
 *
 * Text that closes the wrapper's `{` must go on with something. After the arrow function of the first probe only `)` or
 * `,` can follow, in the second only `:`, in the entry module itself only `;` or a new statement. No text satisfies two
 * of them, so text that compiles in all three never left its function.
 */
export function escapeProbes(code: string): [string, string] {
  const body = blankLeadingMark(normalizeLineEnds(code));
  return [`(async () => {${body}\n})();`, `(0 ? async () => {${body}\n} : 0);`];
}

/** The problem that acorn sees in a text, or `undefined` when it sees none. */
export function syntaxProblem(code: string): SyntaxProblem | undefined {
  return buildEntry(code).syntax;
}

/**
 * Decides about text that acorn rejected, once its probes were compiled.
 *
 * @param engineMessages - the engine's message for each probe, `undefined` where it compiled
 * @returns the problem to report with code `SYNTAX`, or `undefined` when the text may run
 */
export function syntaxVerdict(
  entry: EntryModule,
  engineMessages: readonly [string | undefined, string | undefined] = [undefined, undefined],
): SyntaxProblem | undefined {
  if (!entry.syntax) return undefined;
  if (entry.refused) return entry.syntax;
  const message = engineMessages[0] ?? engineMessages[1];
  if (message !== undefined) return { ...entry.syntax, message };
  // Imports cannot stay inside a function, so such text is never run as it is.
  return entry.imports.length > 0 ? entry.syntax : undefined;
}

function unparsedEntry(
  text: string,
  readable: string,
  nodes: ImportDeclaration[],
  imports: EntryImport[],
  problem: ParseProblem,
): EntryModule {
  const entry: EntryModule = {
    source: `${OPEN}${readable}${CLOSE}`,
    imports,
    parsed: false,
    syntax: { message: problem.message, ...positionAt(text, problem.offset) },
    lineOffset: 0,
    firstLineColumns: OPEN.length,
    text,
    marks: [],
  };
  if (problem.kind !== 'syntax') entry.refused = true;
  if (problem.kind === 'nesting') entry.nestingTooDeep = true;
  // Imports read so far are blanked, or the engine would complain about them and not about the real mistake.
  if (problem.kind === 'syntax') entry.probes = escapeProbes(blankImports(readable, nodes));
  return entry;
}

/** `\r\n` and `\r` mean `\n` everywhere in a program, templates included; the engine does not always count `\r`. */
function normalizeLineEnds(code: string): string {
  return code.includes('\r') ? code.replace(/\r\n?/g, '\n') : code;
}

/** Replaces a byte order mark and a `#!` line by spaces. */
function blankLeadingMark(text: string): string {
  return text.replace(/^\uFEFF?(?:#!.*)?/, (mark) => ' '.repeat(mark.length));
}

function blankImports(text: string, imports: ImportDeclaration[]): string {
  let result = '';
  let done = 0;
  for (const { start, end } of imports) {
    result += text.slice(done, start) + text.slice(start, end).replace(/[^\n\u2028\u2029]/g, ' ');
    done = end;
  }
  return result + text.slice(done);
}

/**
 * Makes U+2028 and U+2029 line feeds outside literals: the engine counts them as line ends in some places only.
 * Inside string and template literals they are data and stay.
 */
function alignLineSeparators(body: string): string {
  if (!/[\u2028\u2029]/.test(body)) return body;
  const literals: { start: number; end: number }[] = [];
  const { problem } = parseProgram(body, ({ type, start, end }: Token) => {
    if (type.label === 'string' || type.label === 'template') literals.push({ start, end });
  });
  if (problem) return body;
  let result = '';
  let done = 0;
  for (const { start, end } of literals) {
    result += body.slice(done, start).replace(/[\u2028\u2029]/g, '\n') + body.slice(start, end);
    done = end;
  }
  return result + body.slice(done).replace(/[\u2028\u2029]/g, '\n');
}

function insertMarks(body: string, offsets: readonly number[]): string {
  let result = '';
  let done = 0;
  for (const offset of offsets) {
    result += body.slice(done, offset) + PLACE_MARK;
    done = offset;
  }
  return result + body.slice(done);
}

function emitPrefix(imports: ImportDeclaration[]): string {
  return `${imports.map(emitImport).join('')}${OPEN}`;
}

function describeImport(node: ImportDeclaration, place: TextPosition): EntryImport {
  const names: string[] = [];
  for (const item of node.specifiers) {
    if (item.type === 'ImportDefaultSpecifier') names.push('default');
    if (item.type === 'ImportSpecifier') names.push(exportName(item.imported));
  }
  return { specifier: String(node.source.value), names, ...place };
}

function emitImport(node: ImportDeclaration): string {
  const source = JSON.stringify(String(node.source.value));
  if (node.specifiers.length === 0) return `import ${source}; `;
  const clauses: string[] = [];
  const named: string[] = [];
  for (const item of node.specifiers) {
    if (item.type === 'ImportDefaultSpecifier') clauses.push(item.local.name);
    else if (item.type === 'ImportNamespaceSpecifier') clauses.push(`* as ${item.local.name}`);
    else named.push(`${emitExportName(item.imported)} as ${item.local.name}`);
  }
  if (named.length > 0) clauses.push(`{${named.join(', ')}}`);
  return `import ${clauses.join(', ')} from ${source}; `;
}

type ExportName = { type: 'Identifier'; name: string } | { type: 'Literal'; value?: unknown };

function exportName(node: ExportName): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function emitExportName(node: ExportName): string {
  return node.type === 'Identifier' ? node.name : JSON.stringify(exportName(node));
}
