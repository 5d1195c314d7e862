/**
 * What a command may touch of the process.
 * @module
 */
import { createPalette, type Palette, wantsColor } from './text/palette.js';
import type { TerminalStream } from './view/live.js';

/** The command's surroundings: streams, folder, environment. */
export interface CliIo {
  /** Results; with `--json` and `--jsonl` nothing else. */
  stdout: TerminalStream & { isTTY?: boolean };
  /** Progress, logs, errors. */
  stderr: TerminalStream & { isTTY?: boolean };
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted on the first Ctrl-C. */
  signal: AbortSignal;
}

/** Writes a line of results. */
export function print(io: CliIo, line: string): void {
  io.stdout.write(`${line}\n`);
}

/** Writes a line for people beside the results. */
export function note(io: CliIo, line: string): void {
  io.stderr.write(`${line}\n`);
}

/** Whether stderr is a terminal on which lines can be drawn over. */
export function canDraw(io: CliIo): boolean {
  return io.stderr.isTTY === true && io.env['TERM'] !== 'dumb';
}

/** Colours for a stream, by its kind and the environment. */
export function paletteFor(io: CliIo, stream: 'stdout' | 'stderr'): Palette {
  return createPalette(wantsColor(io.env, io[stream].isTTY === true));
}
