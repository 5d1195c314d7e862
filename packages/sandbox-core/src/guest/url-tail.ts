/**
 * The URL parser's states behind the authority: path, query and fragment.
 * @see https://url.spec.whatwg.org/#path-start-state
 * @module
 */
import { StringPrototypeCharCodeAt, StringPrototypeSlice } from './primordials.js';
import {
  type Cursor,
  codeAt,
  EOF,
  isSlash,
  isSpecial,
  STATE,
  type Step,
  scan,
  skipIf,
  toFragment,
  toQuery,
} from './url-cursor.js';
import { add, addSegment, BACKSLASH, HASH, QUESTION, SLASH } from './url-path.js';
import { C0_CONTROL_SET, FRAGMENT_SET, PATH_SET, percentEncode, QUERY_SET, SPECIAL_QUERY_SET } from './url-percent.js';

export function pathStart(cursor: Cursor): Step {
  const { url } = cursor;
  const code = codeAt(cursor, cursor.pointer);
  const isOverride = cursor.override !== undefined;
  if (isSpecial(cursor)) return skipIf(cursor, code === SLASH || code === BACKSLASH, STATE.path, STATE.path);
  if (!isOverride && code === QUESTION) return toQuery(cursor, cursor.pointer);
  if (!isOverride && code === HASH) return toFragment(cursor, cursor.pointer);
  if (code !== EOF) return skipIf(cursor, code === SLASH, STATE.path, STATE.path);
  if (isOverride && url.host === null) add(url.path as string[], '');
  return true;
}

export function path(cursor: Cursor): Step {
  const { url } = cursor;
  const isOverride = cursor.override !== undefined;
  for (;;) {
    const start = cursor.pointer;
    const end = scan(
      cursor,
      start,
      (code) => isSlash(cursor, code) || (!isOverride && (code === QUESTION || code === HASH)),
    );
    const code = codeAt(cursor, end);
    const endsInSlash = isSlash(cursor, code);
    addSegment(url, percentEncode(StringPrototypeSlice(cursor.text, start, end), PATH_SET), endsInSlash);
    cursor.pointer = end + 1;
    if (endsInSlash) continue;
    if (code === QUESTION && !isOverride) return toQuery(cursor, end);
    if (code === HASH && !isOverride) return toFragment(cursor, end);
    return true;
  }
}

export function opaquePath(cursor: Cursor): Step {
  const start = cursor.pointer;
  const end = scan(cursor, start, (code) => code === QUESTION || code === HASH);
  const code = codeAt(cursor, end);
  const text = percentEncode(StringPrototypeSlice(cursor.text, start, end), C0_CONTROL_SET);
  // A space right before a query or fragment would vanish with them when they are removed later.
  const endsInSpace = code !== EOF && StringPrototypeCharCodeAt(text, text.length - 1) === 0x20;
  cursor.url.path = endsInSpace ? StringPrototypeSlice(text, 0, text.length - 1) + '%20' : text;
  if (code === QUESTION) return toQuery(cursor, end);
  return code === HASH ? toFragment(cursor, end) : true;
}

export function query(cursor: Cursor): Step {
  const end =
    cursor.override === undefined ? scan(cursor, cursor.pointer, (code) => code === HASH) : cursor.text.length;
  const set = isSpecial(cursor) ? SPECIAL_QUERY_SET : QUERY_SET;
  cursor.url.query += percentEncode(StringPrototypeSlice(cursor.text, cursor.pointer, end), set);
  return codeAt(cursor, end) === HASH && cursor.override === undefined ? toFragment(cursor, end) : true;
}

export function fragment(cursor: Cursor): boolean {
  cursor.url.fragment += percentEncode(StringPrototypeSlice(cursor.text, cursor.pointer), FRAGMENT_SET);
  return true;
}
