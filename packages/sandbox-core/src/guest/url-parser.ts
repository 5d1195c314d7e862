/**
 * The basic URL parser, with state override for the setters of `URL`.
 *
 * It is the standard's state machine, run over slices instead of single characters wherever a state only collects:
 * the engine is slow per step. Everything is read through captured intrinsics.
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 * @module
 */
import { StringPrototypeSlice, StringPrototypeToLowerCase } from './primordials.js';
import { authority, fileHost, host, port } from './url-authority.js';
import {
  type Cursor,
  codeAt,
  EOF,
  isSlash,
  isSpecial,
  STATE,
  type State,
  type Step,
  scan,
  skipIf,
  toFragment,
  toQuery,
} from './url-cursor.js';
import {
  add,
  BACKSLASH,
  COLON,
  copyPath,
  dropLast,
  HASH,
  isAlpha,
  isFileHostEnd,
  isNormalizedDriveLetter,
  isSchemeCode,
  QUESTION,
  SLASH,
  shortenPath,
  withoutOuterControls,
  withoutTabsAndNewlines,
} from './url-path.js';
import { hasCredentials, isDefaultPort, isSpecialScheme, newRecord, type UrlRecord } from './url-record.js';
import { fragment, opaquePath, path, pathStart, query } from './url-tail.js';

/** Parses `input`; `null` for a failure. With `url` and `override`, changes that record instead. */
export function basicParse(
  input: string,
  base: UrlRecord | null = null,
  url?: UrlRecord,
  override?: State,
): UrlRecord | null {
  const text = withoutTabsAndNewlines(url === undefined ? withoutOuterControls(input) : input);
  const cursor: Cursor = { text, base, url: url ?? newRecord(), override, pointer: 0 };
  let state: Step = override ?? STATE.schemeStart;
  while (typeof state === 'number') state = step(cursor, state);
  return state ? cursor.url : null;
}

function step(cursor: Cursor, state: State): Step {
  switch (state) {
    case STATE.schemeStart:
      return schemeStart(cursor);
    case STATE.noScheme:
      return noScheme(cursor);
    case STATE.specialRelativeOrAuthority:
      return specialRelativeOrAuthority(cursor);
    case STATE.pathOrAuthority:
      return skipIf(cursor, codeAt(cursor, cursor.pointer) === SLASH, STATE.authority, STATE.path);
    case STATE.relative:
      return relative(cursor);
    case STATE.relativeSlash:
      return relativeSlash(cursor);
    case STATE.specialAuthoritySlashes:
    case STATE.specialAuthorityIgnoreSlashes:
      // One state for both: every slash in front of the authority is skipped.
      cursor.pointer = scan(cursor, cursor.pointer, (code) => code !== SLASH && code !== BACKSLASH);
      return STATE.authority;
    case STATE.authority:
      return authority(cursor);
    case STATE.host:
    case STATE.hostname:
      return host(cursor);
    case STATE.port:
      return port(cursor);
    case STATE.file:
      return file(cursor);
    case STATE.fileSlash:
      return fileSlash(cursor);
    case STATE.fileHost:
      return fileHost(cursor);
    case STATE.pathStart:
      return pathStart(cursor);
    case STATE.path:
      return path(cursor);
    case STATE.opaquePath:
      return opaquePath(cursor);
    case STATE.query:
      return query(cursor);
    default:
      return fragment(cursor);
  }
}

function schemeStart(cursor: Cursor): Step {
  const { url } = cursor;
  const isOverride = cursor.override !== undefined;
  const start = cursor.pointer;
  const end = isAlpha(codeAt(cursor, start)) ? scan(cursor, start, (code) => !isSchemeCode(code)) : start;
  const hasColon = end > start && codeAt(cursor, end) === COLON;
  if (!hasColon) return isOverride ? false : STATE.noScheme;
  const scheme = StringPrototypeToLowerCase(StringPrototypeSlice(cursor.text, start, end));
  if (isOverride) {
    if (isSpecial(cursor) !== isSpecialScheme(scheme)) return true;
    if ((hasCredentials(url) || url.port !== null) && scheme === 'file') return true;
    if (url.scheme === 'file' && url.host === '') return true;
    url.scheme = scheme;
    if (isDefaultPort(scheme, url.port)) url.port = null;
    return true;
  }
  url.scheme = scheme;
  cursor.pointer = end + 1;
  if (scheme === 'file') return STATE.file;
  if (isSpecial(cursor)) {
    return cursor.base !== null && cursor.base.scheme === scheme
      ? STATE.specialRelativeOrAuthority
      : STATE.specialAuthoritySlashes;
  }
  if (codeAt(cursor, cursor.pointer) === SLASH) {
    cursor.pointer++;
    return STATE.pathOrAuthority;
  }
  url.path = '';
  return STATE.opaquePath;
}

function noScheme(cursor: Cursor): Step {
  const base = cursor.base;
  if (base === null) return false;
  if (typeof base.path === 'string') {
    if (codeAt(cursor, cursor.pointer) !== HASH) return false;
    cursor.url.scheme = base.scheme;
    cursor.url.path = base.path;
    cursor.url.query = base.query;
    return toFragment(cursor, cursor.pointer);
  }
  return base.scheme === 'file' ? STATE.file : STATE.relative;
}

function specialRelativeOrAuthority(cursor: Cursor): State {
  const isAuthority = codeAt(cursor, cursor.pointer) === SLASH && codeAt(cursor, cursor.pointer + 1) === SLASH;
  if (isAuthority) cursor.pointer += 2;
  return isAuthority ? STATE.specialAuthorityIgnoreSlashes : STATE.relative;
}

function relative(cursor: Cursor): Step {
  const { url } = cursor;
  const base = cursor.base as UrlRecord;
  url.scheme = base.scheme;
  const code = codeAt(cursor, cursor.pointer);
  if (isSlash(cursor, code)) {
    cursor.pointer++;
    return STATE.relativeSlash;
  }
  takeAuthority(cursor, base);
  url.path = copyPath(base.path);
  url.query = base.query;
  return afterBasePath(cursor, code, () => dropLast(url.path as string[]));
}

function relativeSlash(cursor: Cursor): State {
  const code = codeAt(cursor, cursor.pointer);
  if (isSlash(cursor, code)) {
    cursor.pointer++;
    return isSpecial(cursor) ? STATE.specialAuthorityIgnoreSlashes : STATE.authority;
  }
  takeAuthority(cursor, cursor.base as UrlRecord);
  return STATE.path;
}

function takeAuthority(cursor: Cursor, base: UrlRecord): void {
  cursor.url.username = base.username;
  cursor.url.password = base.password;
  cursor.url.host = base.host;
  cursor.url.port = base.port;
}

function file(cursor: Cursor): Step {
  const { url } = cursor;
  const base = cursor.base;
  url.scheme = 'file';
  url.host = '';
  const code = codeAt(cursor, cursor.pointer);
  if (code === SLASH || code === BACKSLASH) {
    cursor.pointer++;
    return STATE.fileSlash;
  }
  if (base === null || base.scheme !== 'file') return STATE.path;
  url.host = base.host;
  url.path = copyPath(base.path);
  url.query = base.query;
  return afterBasePath(cursor, code, () => {
    if (startsWithDriveLetter(cursor)) url.path = [];
    else shortenPath(url);
  });
}

function fileSlash(cursor: Cursor): State {
  const { url } = cursor;
  const base = cursor.base;
  const code = codeAt(cursor, cursor.pointer);
  if (code === SLASH || code === BACKSLASH) {
    cursor.pointer++;
    return STATE.fileHost;
  }
  if (base !== null && base.scheme === 'file') {
    url.host = base.host;
    const first = base.path[0];
    if (!startsWithDriveLetter(cursor) && first !== undefined && isNormalizedDriveLetter(first)) {
      add(url.path as string[], first);
    }
  }
  return STATE.path;
}

function startsWithDriveLetter(cursor: Cursor): boolean {
  const at = cursor.pointer;
  const third = codeAt(cursor, at + 2);
  return (
    isAlpha(codeAt(cursor, at)) &&
    (codeAt(cursor, at + 1) === COLON || codeAt(cursor, at + 1) === 0x7c) &&
    (third === EOF || isFileHostEnd(third))
  );
}

/** What follows a path that was taken from the base: query, fragment, nothing, or a path of its own. */
function afterBasePath(cursor: Cursor, code: number, shorten: () => void): Step {
  if (code === QUESTION) return toQuery(cursor, cursor.pointer);
  if (code === HASH) return toFragment(cursor, cursor.pointer);
  if (code === EOF) return true;
  cursor.url.query = null;
  shorten();
  return STATE.path;
}
