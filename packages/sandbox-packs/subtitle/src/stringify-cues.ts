/**
 * Cues to SRT and WebVTT.
 * @module
 */
import {
  isPlainObject,
  kindOf,
  oneOf,
  PackInputError,
  PackLimitError,
  readOptions,
  readText,
} from '@nodetool-ai/sandbox-pack-kit';
import {
  SUBTITLE_MAX_CUES,
  SUBTITLE_MAX_SETTINGS_CHARS,
  SUBTITLE_MAX_TEXT_CHARS,
  SUBTITLE_MAX_TIME_MS,
} from './limits.js';
import { timeText } from './time-line.js';

/**
 * Writes cues, numbered from 1, with one blank line between them and a line break at the end. Ids are not written, and
 * settings in WebVTT only.
 * @throws {PackError} `subtitle.bad-argument` with the index of the cue, `subtitle.too-many`, `subtitle.too-large`
 */
export function stringifyCues(where: string, input: unknown, given: unknown): string {
  if (!Array.isArray(input))
    throw refusal(where, `cues must be an array, not ${kindOf(input)}`, 'Pass what parse gave');
  const { format } = readOptions(where, given, { format: oneOf(['SRT', 'WebVTT'], 'SRT') });
  if (input.length > SUBTITLE_MAX_CUES) {
    const what = `cues has more than ${SUBTITLE_MAX_CUES} items`;
    throw new PackLimitError(where, 'too-many', what, 'Write them in parts', 'SUBTITLE_MAX_CUES');
  }
  const isVtt = format === 'WebVTT';
  let size = 0;
  const blocks = Array.from(input, (cue: unknown, at) => {
    const block = `${at + 1}\n${cueText(where, `cues[${at}]`, cue, isVtt)}\n`;
    size += block.length + 1;
    if (size <= SUBTITLE_MAX_TEXT_CHARS) return block;
    const what = `the result is over the ${SUBTITLE_MAX_TEXT_CHARS} character limit`;
    throw new PackLimitError(where, 'too-large', what, 'Write the cues in parts', 'SUBTITLE_MAX_TEXT_CHARS');
  });
  return (isVtt ? ['WEBVTT\n', ...blocks] : blocks).join('\n');
}

function cueText(where: string, label: string, cue: unknown, isVtt: boolean): string {
  if (!isPlainObject(cue)) {
    throw refusal(where, `${label} must be a cue, not ${kindOf(cue)}`, 'Pass { start, end, text }');
  }
  const field = (name: string): unknown => (Object.hasOwn(cue, name) ? cue[name] : undefined);
  const start = readTime(where, `${label}.start`, field('start'));
  const end = readTime(where, `${label}.end`, field('end'));
  if (end < start) throw refusal(where, `${label} ends before it starts`, 'Give times in milliseconds, start first');
  const text = readLines(where, `${label}.text`, field('text'));
  const settings = readSettings(where, `${label}.settings`, field('settings'));
  const separator = isVtt ? '.' : ',';
  const line = `${timeText(start, separator)} --> ${timeText(end, separator)}${isVtt ? settings : ''}`;
  return text === '' ? line : `${line}\n${text}`;
}

function readTime(where: string, label: string, value: unknown): number {
  const ms = typeof value === 'number' ? Math.round(value) : Number.NaN;
  if (ms >= 0 && ms <= SUBTITLE_MAX_TIME_MS) return ms;
  const what = typeof value === 'number' ? 'this number' : kindOf(value);
  throw refusal(
    where,
    `${label} must be a time from 0 to ${SUBTITLE_MAX_TIME_MS} milliseconds, not ${what}`,
    'Give milliseconds',
  );
}

function readLines(where: string, label: string, value: unknown): string {
  const text = readText(where, label, value, SUBTITLE_MAX_TEXT_CHARS).replace(/\r\n?/g, '\n');
  if (text.includes('-->')) throw refusal(where, `${label} has "-->", which would begin a cue`, 'Write "->"');
  if (text !== '' && text.split('\n').some((line) => line.trim() === '')) {
    throw refusal(where, `${label} has a blank line, which would end the cue`, 'Take blank lines out');
  }
  return text;
}

function readSettings(where: string, label: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  const settings = readText(where, label, value, SUBTITLE_MAX_SETTINGS_CHARS);
  if (!/[\r\n]|-->/.test(settings)) return ` ${settings.trim()}`;
  throw refusal(where, `${label} has a line break or "-->"`, 'Pass settings such as "align:start"');
}

function refusal(where: string, what: string, hint: string): PackInputError {
  return new PackInputError(where, 'bad-argument', what, hint);
}
