/**
 * `console`: five levels, text out.
 * @module
 */
import { MAX_COLLECTED_CONSOLE_CHARS } from '../guest-limits.js';
import { frozen } from './frozen.js';
import { inspect } from './inspect.js';
import { StringPrototypeSlice } from './primordials.js';

/** Level of a console line. */
export type ConsoleLevel = 'log' | 'info' | 'warn' | 'error' | 'debug';

/** More than all lines of a run may hold together, so nothing that could be kept is lost. */
const MAX_LINE_CHARS = MAX_COLLECTED_CONSOLE_CHARS + 1;

/** Makes the `console` object. Its methods never throw, whatever they are given and whatever `write` does. */
export function createConsole(write: (level: ConsoleLevel, text: string) => void): object {
  const print = (level: ConsoleLevel, args: readonly unknown[]): undefined => {
    try {
      write(level, lineOf(args));
    } catch {
      // A line that cannot be made, as at the end of the stack or of memory, must not end the program.
    }
    return undefined;
  };
  return frozen({
    log(...args: unknown[]): undefined {
      return print('log', args);
    },
    info(...args: unknown[]): undefined {
      return print('info', args);
    },
    warn(...args: unknown[]): undefined {
      return print('warn', args);
    },
    error(...args: unknown[]): undefined {
      return print('error', args);
    },
    debug(...args: unknown[]): undefined {
      return print('debug', args);
    },
  });
}

function lineOf(args: readonly unknown[]): string {
  let line = '';
  for (let index = 0; index < args.length && line.length < MAX_LINE_CHARS; index++) {
    if (index > 0) line += ' ';
    line += inspect(args[index]);
  }
  return line.length > MAX_LINE_CHARS ? StringPrototypeSlice(line, 0, MAX_LINE_CHARS) : line;
}
