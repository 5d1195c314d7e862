/**
 * Console lines on their way out, capped here so that a flood of them costs the host nothing.
 * @module
 */
import { MAX_COLLECTED_CONSOLE_CHARS, MAX_COLLECTED_CONSOLE_LOGS } from '../guest-limits.js';
import { signal, stage } from './channel.js';
import { LEVELS, MODE, OP } from './paths.js';
import { StringPrototypeSlice } from './primordials.js';

let lines = 0;
let chars = 0;
let isClosed = false;

/** Hands one line to the host. The line that crosses the character cap is cut to fit, and one notice follows. */
export function writeLog(level: (typeof LEVELS)[number], text: string): void {
  if (isClosed) return;
  let line = text;
  if (lines >= MAX_COLLECTED_CONSOLE_LOGS) {
    close();
    return;
  }
  const room = MAX_COLLECTED_CONSOLE_CHARS - chars;
  const isCut = line.length > room;
  if (isCut) line = StringPrototypeSlice(line, 0, room);
  lines++;
  chars += line.length;
  send(levelNumber(level), line);
  if (isCut) close();
}

function close(): void {
  isClosed = true;
  send(-1, 'further console output was dropped');
}

function send(level: number, line: string): void {
  try {
    stage(line, MODE.full, 'console');
    signal(OP.log, level);
  } catch {
    // No memory is left for the line. `console` never throws; the program meets the lack of memory by itself.
  }
}

function levelNumber(level: string): number {
  for (let index = 0; index < LEVELS.length; index++) if (LEVELS[index] === level) return index;
  return 0;
}
