/**
 * The basic URL parser, with state override for the setters of `URL`.
 *
 * It is the standard's state machine, run over slices instead of single characters wherever a state only collects:
 * the engine is slow per step. Everything is read through captured intrinsics.
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 * @module
 */
import {
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
} from './primordials.js';
import { parseHost } from './url-host.js';
import {
  add,
  addSegment,
  BACKSLASH,
  COLON,
  copyPath,
  dropLast,
  HASH,
  isAlpha,
  isDriveLetter,
  isFileHostEnd,
  isNormalizedDriveLetter,
  isSchemeCode,
  QUESTION,
  SLASH,
  shortenPath,
  withoutOuterControls,
  withoutTabsAndNewlines,
} from './url-path.js';
import {
  C0_CONTROL_SET,
  FRAGMENT_SET,
  PATH_SET,
  percentEncode,
  QUERY_SET,
  SPECIAL_QUERY_SET,
  USERINFO_SET,
} from './url-percent.js';
import { hasCredentials, isDefaultPort, isSpecialScheme, newRecord, type UrlRecord } from './url-record.js';

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
type State = (typeof STATE)[keyof typeof STATE];

const EOF = -1;

/** Parses `input`; `null` for a failure. With `url` and `override`, changes that record instead. */
export function basicParse(
  input: string,
  base: UrlRecord | null = null,
  url?: UrlRecord,
  override?: State,
): UrlRecord | null {
  const text = withoutTabsAndNewlines(url === undefined ? withoutOuterControls(input) : input);
  const parser = new Parser(text, base, url ?? newRecord(), override);
  return parser.run(override ?? STATE.schemeStart) ? parser.url : null;
}

class Parser {
  readonly url: UrlRecord;
  readonly #text: string;
  readonly #base: UrlRecord | null;
  readonly #override: State | undefined;
  #pointer = 0;

  constructor(text: string, base: UrlRecord | null, url: UrlRecord, override: State | undefined) {
    this.#text = text;
    this.#base = base;
    this.url = url;
    this.#override = override;
  }

  #at(index: number): number {
    return index < this.#text.length ? StringPrototypeCharCodeAt(this.#text, index) : EOF;
  }

  #isSpecial(): boolean {
    return isSpecialScheme(this.url.scheme);
  }

  /** `true` at the end of an authority or path segment. */
  #isSlash(code: number): boolean {
    return code === SLASH || (code === BACKSLASH && this.#isSpecial());
  }

  /** First index from `from` whose code `isEnd` accepts, or the end of the text. */
  #scan(from: number, isEnd: (code: number) => boolean): number {
    let index = from;
    while (index < this.#text.length && !isEnd(StringPrototypeCharCodeAt(this.#text, index))) index++;
    return index;
  }

  /** Runs from a state; each step answers the next state, `true` when parsing is over, `false` for a failure. */
  run(start: State): boolean {
    let state: State | boolean = start;
    while (typeof state === 'number') state = this.#step(state);
    return state;
  }

  #step(state: State): State | boolean {
    switch (state) {
      case STATE.schemeStart:
        return this.#scheme();
      case STATE.noScheme:
        return this.#noScheme();
      case STATE.specialRelativeOrAuthority:
        return this.#specialRelativeOrAuthority();
      case STATE.pathOrAuthority:
        return this.#skipIf(this.#at(this.#pointer) === SLASH, STATE.authority, STATE.path);
      case STATE.relative:
        return this.#relative();
      case STATE.relativeSlash:
        return this.#relativeSlash();
      case STATE.specialAuthoritySlashes:
      case STATE.specialAuthorityIgnoreSlashes:
        // One state for both: every slash in front of the authority is skipped.
        this.#pointer = this.#scan(this.#pointer, (code) => code !== SLASH && code !== BACKSLASH);
        return STATE.authority;
      case STATE.authority:
        return this.#authority();
      case STATE.host:
      case STATE.hostname:
        return this.#host();
      case STATE.port:
        return this.#port();
      case STATE.file:
        return this.#file();
      case STATE.fileSlash:
        return this.#fileSlash();
      case STATE.fileHost:
        return this.#fileHost();
      case STATE.pathStart:
        return this.#pathStart();
      case STATE.path:
        return this.#path();
      case STATE.opaquePath:
        return this.#opaquePath();
      case STATE.query:
        return this.#query();
      default:
        return this.#fragment();
    }
  }

  #skipIf(isFound: boolean, found: State, other: State): State {
    if (isFound) this.#pointer++;
    return isFound ? found : other;
  }

  #scheme(): State | boolean {
    const { url } = this;
    const isOverride = this.#override !== undefined;
    const start = this.#pointer;
    const end = isAlpha(this.#at(start)) ? this.#scan(start, (code) => !isSchemeCode(code)) : start;
    const hasColon = end > start && this.#at(end) === COLON;
    if (!hasColon) return isOverride ? false : STATE.noScheme;
    const scheme = StringPrototypeToLowerCase(StringPrototypeSlice(this.#text, start, end));
    if (isOverride) {
      if (this.#isSpecial() !== isSpecialScheme(scheme)) return true;
      if ((hasCredentials(url) || url.port !== null) && scheme === 'file') return true;
      if (url.scheme === 'file' && url.host === '') return true;
      url.scheme = scheme;
      if (isDefaultPort(scheme, url.port)) url.port = null;
      return true;
    }
    url.scheme = scheme;
    this.#pointer = end + 1;
    if (scheme === 'file') return STATE.file;
    if (this.#isSpecial()) {
      return this.#base !== null && this.#base.scheme === scheme
        ? STATE.specialRelativeOrAuthority
        : STATE.specialAuthoritySlashes;
    }
    if (this.#at(this.#pointer) === SLASH) {
      this.#pointer++;
      return STATE.pathOrAuthority;
    }
    url.path = '';
    return STATE.opaquePath;
  }

  #noScheme(): State | boolean {
    const base = this.#base;
    if (base === null) return false;
    if (typeof base.path === 'string') {
      if (this.#at(this.#pointer) !== HASH) return false;
      this.url.scheme = base.scheme;
      this.url.path = base.path;
      this.url.query = base.query;
      return this.#toFragment(this.#pointer);
    }
    return base.scheme === 'file' ? STATE.file : STATE.relative;
  }

  #specialRelativeOrAuthority(): State {
    const isAuthority = this.#at(this.#pointer) === SLASH && this.#at(this.#pointer + 1) === SLASH;
    if (isAuthority) this.#pointer += 2;
    return isAuthority ? STATE.specialAuthorityIgnoreSlashes : STATE.relative;
  }

  #relative(): State | boolean {
    const { url } = this;
    const base = this.#base as UrlRecord;
    url.scheme = base.scheme;
    const code = this.#at(this.#pointer);
    if (this.#isSlash(code)) {
      this.#pointer++;
      return STATE.relativeSlash;
    }
    this.#takeAuthority(base);
    url.path = copyPath(base.path);
    url.query = base.query;
    return this.#afterBasePath(code, () => dropLast(url.path as string[]));
  }

  /** What follows a path that was taken from the base: query, fragment, nothing, or a path of its own. */
  #afterBasePath(code: number, shorten: () => void): State | boolean {
    if (code === QUESTION) return this.#toQuery(this.#pointer);
    if (code === HASH) return this.#toFragment(this.#pointer);
    if (code === EOF) return true;
    this.url.query = null;
    shorten();
    return STATE.path;
  }

  #takeAuthority(base: UrlRecord): void {
    this.url.username = base.username;
    this.url.password = base.password;
    this.url.host = base.host;
    this.url.port = base.port;
  }

  #relativeSlash(): State {
    const code = this.#at(this.#pointer);
    if (this.#isSlash(code)) {
      this.#pointer++;
      return this.#isSpecial() ? STATE.specialAuthorityIgnoreSlashes : STATE.authority;
    }
    this.#takeAuthority(this.#base as UrlRecord);
    return STATE.path;
  }

  #isAuthorityEnd(code: number): boolean {
    return code === QUESTION || code === HASH || this.#isSlash(code);
  }

  #authority(): State | boolean {
    const start = this.#pointer;
    const end = this.#scan(start, (code) => this.#isAuthorityEnd(code));
    let at = end - 1;
    while (at >= start && this.#at(at) !== 0x40) at--;
    if (at < start) return STATE.host;
    if (at + 1 === end) return false;
    const colon = StringPrototypeIndexOf(this.#text, ':', start);
    const split = colon >= 0 && colon < at ? colon : at;
    this.url.username = percentEncode(StringPrototypeSlice(this.#text, start, split), USERINFO_SET);
    this.url.password = percentEncode(StringPrototypeSlice(this.#text, split + 1, at), USERINFO_SET);
    this.#pointer = at + 1;
    return STATE.host;
  }

  #host(): State | boolean {
    const { url } = this;
    const isOverride = this.#override !== undefined;
    if (isOverride && url.scheme === 'file') return STATE.fileHost;
    let isInBrackets = false;
    const start = this.#pointer;
    const end = this.#scan(start, (code) => {
      if (code === 0x5b) isInBrackets = true;
      else if (code === 0x5d) isInBrackets = false;
      return this.#isAuthorityEnd(code) || (code === COLON && !isInBrackets);
    });
    const text = StringPrototypeSlice(this.#text, start, end);
    const isPortNext = this.#at(end) === COLON;
    if (isPortNext && (text === '' || this.#override === STATE.hostname)) return false;
    if (text === '') {
      if (this.#isSpecial()) return false;
      if (isOverride && (hasCredentials(url) || url.port !== null)) return false;
    }
    const host = parseHost(text, !this.#isSpecial());
    if (host === undefined) return false;
    url.host = host;
    this.#pointer = isPortNext ? end + 1 : end;
    if (isPortNext) return STATE.port;
    return isOverride ? true : STATE.pathStart;
  }

  #port(): State | boolean {
    const { url } = this;
    const isOverride = this.#override !== undefined;
    const start = this.#pointer;
    const end = this.#scan(start, (code) => code < 0x30 || code > 0x39);
    const next = this.#at(end);
    if (!isOverride && next !== EOF && !this.#isAuthorityEnd(next)) return false;
    if (end > start) {
      let port = 0;
      for (let index = start; index < end; index++) {
        port = port * 10 + this.#at(index) - 0x30;
        if (port > 0xffff) return false;
      }
      url.port = isDefaultPort(url.scheme, port) ? null : port;
      if (isOverride) return true;
    }
    this.#pointer = end;
    return isOverride ? false : STATE.pathStart;
  }

  #file(): State | boolean {
    const { url } = this;
    const base = this.#base;
    url.scheme = 'file';
    url.host = '';
    const code = this.#at(this.#pointer);
    if (code === SLASH || code === BACKSLASH) {
      this.#pointer++;
      return STATE.fileSlash;
    }
    if (base === null || base.scheme !== 'file') return STATE.path;
    url.host = base.host;
    url.path = copyPath(base.path);
    url.query = base.query;
    return this.#afterBasePath(code, () => {
      if (this.#startsWithDriveLetter()) url.path = [];
      else shortenPath(url);
    });
  }

  #fileSlash(): State {
    const { url } = this;
    const base = this.#base;
    const code = this.#at(this.#pointer);
    if (code === SLASH || code === BACKSLASH) {
      this.#pointer++;
      return STATE.fileHost;
    }
    if (base !== null && base.scheme === 'file') {
      url.host = base.host;
      const first = base.path[0];
      if (!this.#startsWithDriveLetter() && first !== undefined && isNormalizedDriveLetter(first)) {
        add(url.path as string[], first);
      }
    }
    return STATE.path;
  }

  #fileHost(): State | boolean {
    const { url } = this;
    const isOverride = this.#override !== undefined;
    const start = this.#pointer;
    const end = this.#scan(start, isFileHostEnd);
    const text = StringPrototypeSlice(this.#text, start, end);
    // A drive letter here is the start of the path, not a host.
    if (!isOverride && isDriveLetter(text)) return STATE.path;
    this.#pointer = end;
    if (text === '') {
      url.host = '';
      return isOverride ? true : STATE.pathStart;
    }
    const host = parseHost(text, !this.#isSpecial());
    if (host === undefined) return false;
    url.host = host === 'localhost' ? '' : host;
    return isOverride ? true : STATE.pathStart;
  }

  #pathStart(): State | boolean {
    const { url } = this;
    const code = this.#at(this.#pointer);
    const isOverride = this.#override !== undefined;
    if (this.#isSpecial()) return this.#skipIf(code === SLASH || code === BACKSLASH, STATE.path, STATE.path);
    if (!isOverride && code === QUESTION) return this.#toQuery(this.#pointer);
    if (!isOverride && code === HASH) return this.#toFragment(this.#pointer);
    if (code !== EOF) return this.#skipIf(code === SLASH, STATE.path, STATE.path);
    if (isOverride && url.host === null) add(url.path as string[], '');
    return true;
  }

  #path(): State | boolean {
    const { url } = this;
    const isOverride = this.#override !== undefined;
    for (;;) {
      const start = this.#pointer;
      const end = this.#scan(
        start,
        (code) => this.#isSlash(code) || (!isOverride && (code === QUESTION || code === HASH)),
      );
      const code = this.#at(end);
      const isSlash = this.#isSlash(code);
      addSegment(url, percentEncode(StringPrototypeSlice(this.#text, start, end), PATH_SET), isSlash);
      this.#pointer = end + 1;
      if (isSlash) continue;
      if (code === QUESTION && !isOverride) return this.#toQuery(end);
      if (code === HASH && !isOverride) return this.#toFragment(end);
      return true;
    }
  }

  #opaquePath(): State | boolean {
    const start = this.#pointer;
    const end = this.#scan(start, (code) => code === QUESTION || code === HASH);
    const code = this.#at(end);
    const text = percentEncode(StringPrototypeSlice(this.#text, start, end), C0_CONTROL_SET);
    // A space right before a query or fragment would vanish with them when they are removed later.
    const endsInSpace = code !== EOF && StringPrototypeCharCodeAt(text, text.length - 1) === 0x20;
    this.url.path = endsInSpace ? StringPrototypeSlice(text, 0, text.length - 1) + '%20' : text;
    if (code === QUESTION) return this.#toQuery(end);
    return code === HASH ? this.#toFragment(end) : true;
  }

  /** Enters the query after the question mark at `index`. */
  #toQuery(index: number): State {
    this.url.query = '';
    this.#pointer = index + 1;
    return STATE.query;
  }

  #toFragment(index: number): State {
    this.url.fragment = '';
    this.#pointer = index + 1;
    return STATE.fragment;
  }

  #query(): State | boolean {
    const end = this.#override === undefined ? this.#scan(this.#pointer, (code) => code === HASH) : this.#text.length;
    const set = this.#isSpecial() ? SPECIAL_QUERY_SET : QUERY_SET;
    this.url.query += percentEncode(StringPrototypeSlice(this.#text, this.#pointer, end), set);
    return this.#at(end) === HASH && this.#override === undefined ? this.#toFragment(end) : true;
  }

  #fragment(): boolean {
    this.url.fragment += percentEncode(StringPrototypeSlice(this.#text, this.#pointer), FRAGMENT_SET);
    return true;
  }

  #startsWithDriveLetter(): boolean {
    const at = this.#pointer;
    const third = this.#at(at + 2);
    return (
      isAlpha(this.#at(at)) &&
      (this.#at(at + 1) === COLON || this.#at(at + 1) === 0x7c) &&
      (third === EOF || isFileHostEnd(third))
    );
  }
}
