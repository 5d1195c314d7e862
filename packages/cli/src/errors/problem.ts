/**
 * An error as the command tells it to a person: what, to what, where, what next.
 * @module
 */
import type { Palette } from '../text/palette.js';
import { visible, visibleLine } from '../text/visible.js';
import { codeFrame } from './code-frame.js';

/** Exit statuses of the command. */
export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** A place in a text a person wrote; 1-based. */
export interface ProblemPlace {
  file: string;
  line: number;
  column?: number;
  /** The text `line` counts in; shown as a code frame. */
  text?: string;
  /** What to show in the frame instead: a text inside the file, such as a body written as a JSON string. */
  inner?: { text: string; line: number; column?: number; what: string };
}

/** One error for a person. */
export interface Problem {
  message: string;
  /** Code for programs: a run failure code, a check's code or the command's own. */
  code?: string;
  nodeId?: string;
  nodeType?: string;
  at?: ProblemPlace;
  /** What to do next, one sentence. */
  next?: string;
  severity?: 'error' | 'warning';
}

/** Thrown by a command to end with problems and an exit status. */
export class CliError extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: number;

  constructor(problems: Problem | readonly Problem[], exitCode: number = EXIT.failure) {
    const list = Array.isArray(problems) ? (problems as readonly Problem[]) : [problems as Problem];
    super(list.map((problem) => problem.message).join('\n'));
    this.name = 'CliError';
    this.problems = list;
    this.exitCode = exitCode;
  }
}

/** A mistake in how the command was called: exit status 2. */
export function usageError(message: string, next: string): CliError {
  return new CliError({ message, code: 'USAGE', next }, EXIT.usage);
}

/** The lines that tell one problem; no newline at the end. */
export function renderProblem(problem: Problem, palette: Palette, columns = 100): string {
  const isWarning = problem.severity === 'warning';
  const label = isWarning ? palette.warn('warning') : palette.bad('error');
  const where = problem.nodeId === undefined ? '' : `node "${visibleLine(problem.nodeId)}": `;
  const code = problem.code === undefined ? '' : palette.dim(` [${visibleLine(problem.code)}]`);
  const [first = '', ...rest] = visible(problem.message).split('\n');
  const lines = [`${label}${palette.strong(`: ${where}${first}`)}${code}`];
  for (const line of rest) lines.push(`  ${line}`);
  if (problem.at) {
    const { file, inner } = problem.at;
    const note = inner ? palette.dim(` (line ${placeText(inner)} of ${inner.what})`) : '';
    lines.push(`  ${palette.dim('at')} ${palette.accent(`${visibleLine(file)}:${placeText(problem.at)}`)}${note}`);
    const { text, line, column } = inner ?? problem.at;
    if (text !== undefined) {
      for (const frameLine of codeFrame(text, line, column, palette, columns)) lines.push(`  ${frameLine}`);
    }
  }
  if (problem.next !== undefined) lines.push(`  ${palette.dim('next:')} ${visibleLine(problem.next)}`);
  return lines.join('\n');
}

function placeText({ line, column }: { line: number; column?: number }): string {
  return column === undefined ? String(line) : `${line}:${column}`;
}
