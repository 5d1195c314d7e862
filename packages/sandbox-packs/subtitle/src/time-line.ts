/**
 * Lines such as `00:00:01,000 --> 00:00:02,500 align:start`.
 * @module
 */
import { SUBTITLE_MAX_TIME_MS } from './limits.js';

/** What a time line says; times are milliseconds. */
export interface TimeLine {
  start: number;
  end: number;
  settings?: string;
}

const TIME = /^(?:(\d{1,12}):)?(\d{2}):(\d{2})[.,](\d{3})$/;

/** Whether a line can only be meant as a time line. */
export function looksLikeTimeLine(line: string): boolean {
  return line.includes('-->') && /^\s*\d+:/.test(line);
}

/**
 * Reads a time line; `undefined` when it is none. Hours may be left out where `hasShortTimes`, as WebVTT allows.
 * @see https://www.w3.org/TR/webvtt1/#collect-a-webvtt-timestamp
 */
export function readTimeLine(line: string, hasShortTimes: boolean): TimeLine | undefined {
  const arrow = line.indexOf('-->');
  if (arrow === -1) return undefined;
  const right = line.slice(arrow + 3).trim();
  const gap = right.search(/[ \t]/);
  const start = readTime(line.slice(0, arrow).trim(), hasShortTimes);
  const end = readTime(gap === -1 ? right : right.slice(0, gap), hasShortTimes);
  if (start === undefined || end === undefined) return undefined;
  return gap === -1 ? { start, end } : { start, end, settings: right.slice(gap).trim() };
}

/** Writes a time: `01:01:01,001`; hours grow past 99. */
export function timeText(ms: number, separator: ',' | '.'): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

function readTime(text: string, hasShortTimes: boolean): number | undefined {
  const [, hours, minutes, seconds, ms] = TIME.exec(text) ?? [];
  if (ms === undefined || (hours === undefined && !hasShortTimes)) return undefined;
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const time = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
  return time <= SUBTITLE_MAX_TIME_MS ? time : undefined;
}
