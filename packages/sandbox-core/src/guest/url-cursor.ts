/**
 * Where the URL parser is in its input, and the states it may be in.
 * @see https://url.spec.whatwg.org/#basic-url-parser
 * @module
 */
import { StringPrototypeCharCodeAt } from './primordials.js';
import { BACKSLASH, HASH, QUESTION, SLASH } from './url-path.js';
import { isSpecialScheme, type UrlRecord } from './url-record.js';

/** States of the machine; those in use as an override are the ones that setters name. */
export const STATE = {
  schemeStart: 0,
  noScheme: 1,
  specialRelativeOrAuthority: 2,
  pathOrAuthority: 3,
  relative: 4,
  relativeSlash: 5,
  specialAuthoritySlashes: 6,
  specialAuthorityIgnoreSlashes: 7,
  authority: 8,
  host: 9,
  hostname: 10,
  port: 11,
  file: 12,
  fileSlash: 13,
  fileHost: 14,
  pathStart: 15,
  path: 16,
  opaquePath: 17,
  query: 18,
  fragment: 19,
} as const;
export type State = (typeof STATE)[keyof typeof STATE];
/** What a step answers: the next state, `true` when parsing is over, `false` for a failure. */
export type Step = State | boolean;

/** The code behind the end of the text. */
export const EOF = -1;

/** One parse. */
export interface Cursor {
  readonly text: string;
  readonly base: UrlRecord | null;
  readonly url: UrlRecord;
  /** The state that a setter begins in; it changes this part and no other. */
  readonly override: State | undefined;
  pointer: number;
}

export function codeAt(cursor: Cursor, index: number): number {
  return index < cursor.text.length ? StringPrototypeCharCodeAt(cursor.text, index) : EOF;
}

export function isSpecial(cursor: Cursor): boolean {
  return isSpecialScheme(cursor.url.scheme);
}

/** `true` at the end of an authority or path segment. */
export function isSlash(cursor: Cursor, code: number): boolean {
  return code === SLASH || (code === BACKSLASH && isSpecial(cursor));
}

export function isAuthorityEnd(cursor: Cursor, code: number): boolean {
  return code === QUESTION || code === HASH || isSlash(cursor, code);
}

/** First index from `from` whose code `isEnd` accepts, or the end of the text. */
export function scan(cursor: Cursor, from: number, isEnd: (code: number) => boolean): number {
  const { text } = cursor;
  let index = from;
  while (index < text.length && !isEnd(StringPrototypeCharCodeAt(text, index))) index++;
  return index;
}

export function skipIf(cursor: Cursor, isFound: boolean, found: State, other: State): State {
  if (isFound) cursor.pointer++;
  return isFound ? found : other;
}

/** Enters the query after the question mark at `index`. */
export function toQuery(cursor: Cursor, index: number): State {
  cursor.url.query = '';
  cursor.pointer = index + 1;
  return STATE.query;
}

/** Enters the fragment after the hash at `index`. */
export function toFragment(cursor: Cursor, index: number): State {
  cursor.url.fragment = '';
  cursor.pointer = index + 1;
  return STATE.fragment;
}
