/**
 * SRT and WebVTT to cues.
 * @module
 */
import { PackFormatError, PackLimitError, readText } from '@nodetool-ai/sandbox-pack-kit';
import type { Cue } from './cue.js';
import { SUBTITLE_MAX_CUES, SUBTITLE_MAX_TEXT_CHARS } from './limits.js';
import { looksLikeTimeLine, readTimeLine } from './time-line.js';

/** Lines between two blank ones. */
interface Block {
  lines: string[];
  /** 1-based line of the first one. */
  at: number;
}

/**
 * Reads cues in their order. A text is WebVTT when it begins with `WEBVTT`, else SRT; blank text has no cues.
 * Text keeps its line breaks (as `\n`) and tags.
 * @throws {PackError} `subtitle.bad-argument`, `subtitle.too-large`, `subtitle.too-many`, `subtitle.bad-format`
 */
export function parseCues(where: string, input: unknown): Cue[] {
  const text = readText(where, 'text', input, SUBTITLE_MAX_TEXT_CHARS).replace(/^\ufeff/, '');
  if (text.trim() === '') return [];
  const isVtt = /^WEBVTT(?:[ \t\r\n]|$)/.test(text);
  if (!isVtt && !text.includes('-->')) {
    throw new PackFormatError(
      where,
      'bad-format',
      'line 1: there is no cue',
      'Pass SRT, or WebVTT with its WEBVTT line',
    );
  }
  const cues: Cue[] = [];
  for (const block of blocksOf(text, isVtt)) {
    if (isVtt && isSkipped(block)) continue;
    if (cues.length === SUBTITLE_MAX_CUES) {
      throw new PackLimitError(
        where,
        'too-many',
        `line ${block.at}: there are more than ${SUBTITLE_MAX_CUES} cues`,
        'Read the text in parts',
        'SUBTITLE_MAX_CUES',
      );
    }
    cues.push(readCue(where, block, isVtt));
  }
  return cues;
}

// In WebVTT only an empty line ends a cue; files of SRT have spaces in such lines.
function* blocksOf(text: string, isVtt: boolean): Iterable<Block> {
  const lines = text.split(/\r\n|\r|\n/);
  let block: Block | undefined;
  for (const [at, line] of lines.entries()) {
    const isBlank = isVtt ? line === '' : line.trim() === '';
    if (isBlank) {
      if (block) yield block;
      block = undefined;
    } else if (block) block.lines.push(line);
    else block = { lines: [line], at: at + 1 };
  }
  if (block) yield block;
}

function isSkipped({ lines: [first = '', second = ''], at }: Block): boolean {
  if (first.includes('-->') || second.includes('-->')) return false;
  return at === 1 || /^NOTE(?:[ \t]|$)/.test(first) || /^(?:STYLE|REGION)[ \t]*$/.test(first);
}

function readCue(where: string, { lines, at }: Block, isVtt: boolean): Cue {
  // The header of WebVTT may be followed by a cue at once.
  const skipped = isVtt && at === 1 ? 1 : 0;
  const timeAt = (lines[skipped] ?? '').includes('-->') ? skipped : skipped + 1;
  const time = readTimeLine(lines[timeAt] ?? '', isVtt);
  if (!time) {
    const shown = Math.min(timeAt, lines.length - 1);
    const problem = (lines[shown] ?? '').includes('-->') ? 'the time line cannot be read' : 'a time line is missing';
    throw broken(where, at + shown, problem, lines[shown] ?? '');
  }
  const rest = lines.slice(timeAt + 1);
  const inner = rest.findIndex(looksLikeTimeLine);
  if (inner !== -1) {
    throw broken(where, at + timeAt + 1 + inner, 'a time line has no blank line before its cue', rest[inner] ?? '');
  }
  const { settings, ...times } = time;
  return {
    ...times,
    text: rest.join('\n'),
    ...(timeAt > skipped ? { id: (lines[skipped] ?? '').trim() } : {}),
    ...(settings === undefined ? {} : { settings }),
  };
}

function broken(where: string, line: number, what: string, text: string): PackFormatError {
  return new PackFormatError(
    where,
    'bad-format',
    `line ${line}: ${what}: ${JSON.stringify(text.slice(0, 100))}`,
    'Write "00:00:01,000 --> 00:00:02,500", and a blank line between cues',
  );
}
