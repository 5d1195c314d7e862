/**
 * Builds every failure of a run: its code, its text and its place in the caller's program.
 * @module
 */
import type { RunSandboxFailure, SandboxErrorCode, SandboxErrorInfo } from '@nodetool-ai/protocol/core';
import { ENTRY_MODULE_NAME, type EntryModule, type SyntaxProblem } from './entry/build-entry.js';
import { calledName, findName, firstUserPosition, mapStack, parseFrame, readableModuleId } from './entry/positions.js';
import type { TextPosition } from './entry/text.js';
import { MAX_ERROR_MESSAGE_CHARS, MAX_ERROR_NAME_CHARS, MAX_STACK_CHARS, MAX_STACK_LINES } from './guest-limits.js';
import { PRELUDE_ID } from './modules/ids.js';

/** The parts of a failed result that say why. */
export type FailureParts = Pick<RunSandboxFailure, 'error' | 'errorInfo'> & { stack?: string };

/** A guest error as the bounded reader hands it over; `''` stands for what is absent. */
export interface GuestErrorRecord {
  name: string;
  message: string;
  stack?: string;
  /** Key of the limit whose error this is. */
  limit?: string;
  /** The engine threw `null`: it had no memory left for an error. */
  isNull?: boolean;
}

/** What is known about a run when one of its errors is classified. */
export interface FailureContext {
  entry?: EntryModule | undefined;
  /** `prelude`: the host's own source; `link`: compiling, linking or evaluating modules; `body`: the program ran. */
  phase: 'prelude' | 'link' | 'body';
  /** Text of the last refused import. */
  denial?: string | undefined;
  /** Specifier that a module id was declared under. */
  specifierOf?: ((id: string, asked: readonly string[]) => string | undefined) | undefined;
  /** Advice for a name that does not exist in the guest. */
  absentNameHint?: ((name: string) => string | undefined) | undefined;
}

/**
 * A bridge throws this when a limit of the run was passed.
 * Uncaught in the guest it ends the run with code `LIMIT` and the key of the limit.
 */
export class SandboxLimitError extends RangeError {
  override readonly name = 'RangeError';
  constructor(
    /** A `key` among the limits of the manifest: one of `SANDBOX_LIMITS`, or the name of a cap. */
    readonly limit: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Text of an error: `name: message`, without the name where it says nothing new.
 *
 * @example
 * errorText('TypeError', 'x is not a function'); // 'TypeError: x is not a function'
 * errorText('Error', 'no such file'); // 'no such file'
 */
export function errorText(name: string, message: string): string {
  if (message === '') return name === '' ? 'Error' : name;
  if (name === '' || name === 'Error' || message.toLowerCase().includes(name.toLowerCase())) return message;
  return `${name}: ${message}`;
}

/** Keeps what of a stack helps the author: no host frames, five lines at most. */
export function cleanStack(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => GUEST_FRAME.test(line) || !/node:|node_modules/.test(line))
    .slice(0, MAX_STACK_LINES)
    .join('\n');
}

const GUEST_FRAME = /user-code|<evalScript>|agent-js|evalmachine/;

/** Says what an exception of the engine itself means for the caller, without the engine's own jargon. */
export function describeEngineFailure(error: unknown): string {
  const message = messageOf(error);
  if (ENGINE_STOPPED.test(message)) {
    return (
      'sandbox engine: the sandbox runtime stopped, so there is no result. ' +
      'Work in smaller pieces, or hand over assets instead of bytes'
    );
  }
  if (/out of memory|allocation failed/i.test(message)) {
    return 'sandbox engine: guest memory ran out. Work in smaller pieces or raise memoryLimitBytes';
  }
  return `sandbox engine: ${withoutHostPaths(message)}`;
}

/** The text with `a host file` for each absolute path or file URL in it. */
export function withoutHostPaths(text: string): string {
  return text.replace(HOST_PATH, 'a host file');
}

/** Aborts, assertions and traps of the WebAssembly module; their class is lost on the way from a worker. */
const ENGINE_STOPPED =
  /gc_obj_list|list_empty|assertion failed|aborted\(|unreachable|out of bounds|null function|signature mismatch/i;
/** An absolute path or file URL, as the errors of a loader carry them. */
const HOST_PATH = /(?:file:\/\/|(?<![\w:/.~-]))(?:\/?[A-Za-z]:[\\/]|\/)(?:[^\s'"`:()\\/]+[\\/])+[^\s'"`:()]*/g;

/** Builds a failure. `error` defaults to {@link errorText} of name and message. */
export function failure(
  code: SandboxErrorCode,
  parts: {
    message: string;
    name?: string;
    error?: string;
    line?: number | undefined;
    column?: number | undefined;
    limit?: string | undefined;
    stack?: string | undefined;
  },
): FailureParts {
  const name = cut(parts.name ?? '', MAX_ERROR_NAME_CHARS);
  const message = cut(parts.message, MAX_ERROR_MESSAGE_CHARS);
  const errorInfo: SandboxErrorInfo = { code, name, message };
  if (parts.line !== undefined) errorInfo.line = parts.line;
  if (parts.column !== undefined) errorInfo.column = parts.column;
  if (parts.limit !== undefined) errorInfo.limit = parts.limit;
  const result: FailureParts = { error: parts.error ?? errorText(name, message), errorInfo };
  if (parts.stack) result.stack = parts.stack;
  return result;
}

/** No program text was given. */
export function noCodeFailure(): FailureParts {
  return failure('NO_CODE', { message: 'No code provided' });
}

/** The caller cancelled the run. Wins over every other outcome. */
export function cancelledFailure(): FailureParts {
  return failure('CANCELLED', { message: 'Execution cancelled' });
}

/** One text for the CPU budget and the wall-clock budget. */
export function timeoutFailure(budgetMs: number): FailureParts {
  return failure('TIMEOUT', { name: 'ExecutionTimeout', message: `the run passed its time limit of ${budgetMs} ms` });
}

/** The guest ran out of memory. */
export function memoryFailure(stack?: string, position?: { line: number; column: number }): FailureParts {
  return failure('MEMORY', { name: 'InternalError', message: 'out of memory', stack, ...position });
}

/** The call stack of the guest, or of the host under it, overflowed. */
export function stackFailure(stack?: string, position?: { line: number; column: number }): FailureParts {
  return failure('STACK', { name: 'RangeError', message: 'Maximum call stack size exceeded', stack, ...position });
}

/** A resolution cannot be honoured; `violation` comes from `planModules`. */
export function modulesFailure(violation: string): FailureParts {
  return failure('MODULES', { message: violation });
}

/** Globals that cannot be handed over because they contain a cycle. */
export function globalsFailure(names: readonly string[]): FailureParts {
  const list = names.map((name) => `"${name}"`).join(', ');
  const message = names.length === 1 ? `global ${list} contains a cycle` : `globals ${list}: each contains a cycle`;
  return failure('GLOBALS', { message: `${message}; pass plain data without references back` });
}

/** The result holds what cannot be handed out. `reason` names the path. */
export function unserializableFailure(reason: string): FailureParts {
  return failure('UNSERIALIZABLE', { message: reason });
}

/** A worker was demanded and cannot be had. */
export function workerRequiredFailure(reason: string): FailureParts {
  return failure('WORKER_REQUIRED', { message: `a worker is required for this run: ${reason}` });
}

/** The engine or its worker failed. */
export function engineFailure(error: unknown): FailureParts {
  return failure('ENGINE', { message: describeEngineFailure(error) });
}

/** The program does not parse. */
export function syntaxFailure(
  problem: Pick<SyntaxProblem, 'message'> & { line?: number | undefined; column?: number | undefined },
): FailureParts {
  const { line, column } = problem;
  return failure('SYNTAX', { name: 'SyntaxError', message: problem.message, line, column });
}

/**
 * Turns an uncaught guest error into a failure.
 *
 * @example
 * guestFailure({ name: 'TypeError', message: 'x is not a function', stack }, { entry, phase: 'body' });
 */
export function guestFailure(record: GuestErrorRecord, context: FailureContext): FailureParts {
  const { name, message } = record;
  if (context.phase === 'prelude' && !isMemoryDeath(record))
    return failure('ENGINE', { message: `sandbox prelude: ${errorText(name, message)}${placeInPrelude(record)}` });

  const rawStack = cut(record.stack ?? '', MAX_STACK_CHARS);
  const position = context.entry && rawStack ? firstUserPosition(rawStack, context.entry) : undefined;
  const stack = rawStack ? cleanStack(mapStack(rawStack, context.entry)) : undefined;

  if (isMemoryDeath(record)) return memoryFailure(stack, position);
  if (isStackOverflow(record)) return stackFailure(stack, position);
  if (context.phase === 'link') {
    const early = linkFailure(record, rawStack, context);
    if (early) return early;
  }
  if (record.limit) return failure('LIMIT', { name, message, limit: record.limit, stack, error: message, ...position });
  const absent = absentName(record);
  const place =
    absent !== undefined && position && context.entry ? findName(context.entry, absent, position) : position;
  const hint = absent === undefined ? undefined : context.absentNameHint?.(absent);
  const said = hint === undefined ? nameCalled(message, context.entry, position) : `${message}. ${hint}`;
  return failure('GUEST', { name, message: said, stack, ...place });
}

/** The engine does not say what is no function; the text of the program does. */
function nameCalled(message: string, entry: EntryModule | undefined, position: TextPosition | undefined): string {
  if (message !== 'not a function' || entry === undefined || position === undefined) return message;
  const called = calledName(entry, position);
  if (called === undefined) return message;
  const advice = /(^|\.)json$/.test(called) ? '. What `fetch` answers has `json` as a value: leave out the ()' : '';
  return `${called} is not a function${advice}`;
}

/** Where a prelude failed; the position of a failure is one in the caller's program, which has no part in it. */
function placeInPrelude({ stack = '' }: GuestErrorRecord): string {
  for (const line of cut(stack, MAX_STACK_CHARS).split('\n')) {
    const frame = parseFrame(line);
    if (frame?.file === PRELUDE_ID) return ` (${PRELUDE_ID}:${frame.line}:${frame.column})`;
  }
  return '';
}

/** Failures that only compiling and linking can have; `undefined` when a module threw while it was evaluated. */
function linkFailure(record: GuestErrorRecord, rawStack: string, context: FailureContext): FailureParts | undefined {
  const { entry, denial } = context;
  if (denial !== undefined && record.message === denial) {
    const asked = entry?.imports.find(({ specifier }) => denial.startsWith(`import of "${specifier}"`));
    return failure('MODULE', { message: denial, line: asked?.line, column: asked?.column });
  }
  if (record.name !== 'SyntaxError') return undefined;

  const link = LINK_ERROR.exec(record.message);
  if (link) {
    const [, problem = '', exportName = '', id = ''] = link;
    const askers = entry?.imports.filter(({ names }) => names.includes(exportName)) ?? [];
    const wanted = askers.map((item) => item.specifier);
    const specifier = context.specifierOf?.(id, wanted) ?? readableModuleId(id);
    const asked = askers.find((item) => item.specifier === specifier);
    const message = LINK_PROBLEMS[problem]?.(exportName, specifier) ?? record.message;
    return failure('MODULE', { name: 'SyntaxError', message, line: asked?.line, column: asked?.column });
  }

  // An error of the compiler has no stack, or one frame: the place itself, without a function's name.
  const frame = parseFrame(rawStack.trimEnd());
  if (rawStack !== '' && frame?.name !== '') return undefined;
  if (frame && frame.file !== ENTRY_MODULE_NAME) {
    const where = `${readableModuleId(frame.file)}:${frame.line}`;
    return failure('MODULE', { name: 'SyntaxError', message: `${record.message} (${where})` });
  }
  // With imports the text never was a body: what the engine says here is about them, and not about the mistake.
  if (entry?.syntax)
    return syntaxFailure(entry.imports.length > 0 ? entry.syntax : { ...entry.syntax, message: record.message });
  // The engine's line is of use; its column is often that of the enclosing function.
  const line = entry && firstUserPosition(rawStack, entry)?.line;
  return syntaxFailure({ message: record.message, line });
}

/** The engine's words for an import that cannot be linked. */
const LINK_ERROR =
  /^(Could not find export|circular reference when looking for export|export) '([^']*)' in module '([^']*)'/;
const LINK_PROBLEMS: Record<string, (name: string, specifier: string) => string> = {
  'Could not find export': (name, specifier) => `module "${specifier}" has no export named "${name}"`,
  'circular reference when looking for export': (name, specifier) =>
    `export "${name}" of module "${specifier}" refers to itself`,
  export: (name, specifier) => `export "${name}" of module "${specifier}" is ambiguous`,
};

function isMemoryDeath({ isNull, name, message }: GuestErrorRecord): boolean {
  return isNull === true || (name === 'InternalError' && (message === '' || /out of memory/i.test(message)));
}

function isStackOverflow({ name, message }: GuestErrorRecord): boolean {
  return (
    (name === 'RangeError' || name === 'InternalError') &&
    /maximum call stack size exceeded|stack overflow/i.test(message)
  );
}

/** Name that a `ReferenceError` says does not exist. */
function absentName({ name, message }: GuestErrorRecord): string | undefined {
  return name === 'ReferenceError' ? /^'?([\w$]{1,100})'? is not defined$/.exec(message)?.[1] : undefined;
}

function messageOf(error: unknown): string {
  try {
    if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
    return String(error);
  } catch {
    return 'an error that cannot be read';
  }
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? maxChars - 1 : maxChars);
}
