/**
 * Path segments, drive letters and the clean-up of input, for the URL parser.
 * @see https://url.spec.whatwg.org/#url-parsing
 * @module
 */
import { StringPrototypeCharCodeAt, StringPrototypeSlice, StringPrototypeToLowerCase } from './primordials.js';
import type { UrlRecord } from './url-record.js';

export const SLASH = 0x2f;
export const BACKSLASH = 0x5c;
export const QUESTION = 0x3f;
export const HASH = 0x23;
export const COLON = 0x3a;

export function addSegment(url: UrlRecord, segment: string, isSlash: boolean): void {
  const path = url.path as string[];
  const dots = dotCount(segment);
  if (dots === 2) {
    shortenPath(url);
    if (!isSlash) add(path, '');
  } else if (dots === 1) {
    if (!isSlash) add(path, '');
  } else {
    const isDrive = url.scheme === 'file' && path.length === 0 && isDriveLetter(segment);
    add(path, isDrive ? (segment[0] as string) + ':' : segment);
  }
}

/** 1 or 2 for a single- or double-dot segment in any spelling, else 0. */
function dotCount(segment: string): number {
  if (segment.length === 0 || segment.length > 6) return 0;
  const lower = StringPrototypeToLowerCase(segment);
  if (lower === '.' || lower === '%2e') return 1;
  return lower === '..' || lower === '.%2e' || lower === '%2e.' || lower === '%2e%2e' ? 2 : 0;
}

export function shortenPath(url: UrlRecord): void {
  const path = url.path as string[];
  if (url.scheme === 'file' && path.length === 1 && isNormalizedDriveLetter(path[0] as string)) return;
  dropLast(path);
}

export function dropLast(path: string[]): void {
  if (path.length > 0) path.length--;
}

export function add(path: string[], segment: string): void {
  path[path.length] = segment;
}

export function copyPath(path: string[] | string): string[] | string {
  if (typeof path === 'string') return path;
  const copy: string[] = [];
  for (let index = 0; index < path.length; index++) copy[index] = path[index] as string;
  return copy;
}

export function isAlpha(code: number): boolean {
  const lower = code | 0x20;
  return code > 0 && lower >= 0x61 && lower <= 0x7a;
}

export function isSchemeCode(code: number): boolean {
  return isAlpha(code) || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
}

export function isFileHostEnd(code: number): boolean {
  return code === SLASH || code === BACKSLASH || code === QUESTION || code === HASH;
}

export function isDriveLetter(text: string): boolean {
  const second = text.length === 2 ? StringPrototypeCharCodeAt(text, 1) : 0;
  return (second === COLON || second === 0x7c) && isAlpha(StringPrototypeCharCodeAt(text, 0));
}

export function isNormalizedDriveLetter(text: string): boolean {
  return isDriveLetter(text) && StringPrototypeCharCodeAt(text, 1) === COLON;
}

export function withoutOuterControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && StringPrototypeCharCodeAt(text, start) <= 0x20) start++;
  while (end > start && StringPrototypeCharCodeAt(text, end - 1) <= 0x20) end--;
  return StringPrototypeSlice(text, start, end);
}

export function withoutTabsAndNewlines(text: string): string {
  let out = '';
  let plain = 0;
  for (let index = 0; index < text.length; index++) {
    const code = StringPrototypeCharCodeAt(text, index);
    if (code !== 0x09 && code !== 0x0a && code !== 0x0d) continue;
    out += StringPrototypeSlice(text, plain, index);
    plain = index + 1;
  }
  return plain === 0 ? text : out + StringPrototypeSlice(text, plain);
}
