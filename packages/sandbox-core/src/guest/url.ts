// biome-ignore-all lint/complexity/noArguments: how many arguments came is part of these interfaces, and a rest parameter would change `length`.
/**
 * `URL`.
 * @see https://url.spec.whatwg.org/#url-class
 * @module
 */
import { StringOf, StringPrototypeCharCodeAt, StringPrototypeSlice, TypeErrorClass } from './primordials.js';
import { STATE } from './url-cursor.js';
import { basicParse } from './url-parser.js';
import { percentEncode, USERINFO_SET } from './url-percent.js';
import {
  cannotHaveCredentialsOrPort,
  serializeHostAndPort,
  serializePath,
  serializeUrl,
  type UrlRecord,
} from './url-record.js';
import { bindParams, requireArguments, resetParams, toText, URLSearchParams } from './url-search-params.js';

const MAX_URL_IN_MESSAGE = 200;

function parseWithBase(input: string, base: string | undefined): UrlRecord | null {
  if (base === undefined) return basicParse(input);
  const record = basicParse(base);
  return record === null ? null : basicParse(input, record);
}

function invalid(input: string, base: string | undefined): Error {
  const shown = StringPrototypeSlice(input, 0, MAX_URL_IN_MESSAGE);
  if (base !== undefined && basicParse(base) === null) {
    return new TypeErrorClass('Invalid base URL: ' + StringPrototypeSlice(base, 0, MAX_URL_IN_MESSAGE));
  }
  const advice = base === undefined ? '; a relative URL needs a base as second argument' : '';
  return new TypeErrorClass('Invalid URL: ' + shown + (basicParse(input, basicParse('a://b')) === null ? '' : advice));
}

/** A URL with live parts. */
export class URL {
  #record: UrlRecord;
  readonly #params: URLSearchParams;

  constructor(input: unknown, base: unknown = undefined) {
    requireArguments(arguments.length, 1, 'URL');
    const text = toText(input);
    const baseText = base === undefined ? undefined : toText(base);
    const record = parseWithBase(text, baseText);
    if (record === null) throw invalid(text, baseText);
    this.#record = record;
    this.#params = new URLSearchParams();
    resetParams(this.#params, record.query ?? '');
    bindParams(this.#params, (query) => {
      this.#record.query = query === '' ? null : query;
    });
  }

  static canParse(input: unknown, base: unknown = undefined): boolean {
    requireArguments(arguments.length, 1, 'URL.canParse');
    return parseWithBase(toText(input), base === undefined ? undefined : toText(base)) !== null;
  }

  static parse(input: unknown, base: unknown = undefined): URL | null {
    requireArguments(arguments.length, 1, 'URL.parse');
    const text = toText(input);
    const baseText = base === undefined ? undefined : toText(base);
    return parseWithBase(text, baseText) === null ? null : new URL(text, baseText);
  }

  get href(): string {
    return serializeUrl(this.#record);
  }

  set href(value: unknown) {
    const text = toText(value);
    const record = basicParse(text);
    if (record === null) throw invalid(text, undefined);
    this.#record = record;
    resetParams(this.#params, record.query ?? '');
  }

  get origin(): string {
    return originOf(this.#record);
  }

  get protocol(): string {
    return this.#record.scheme + ':';
  }

  set protocol(value: unknown) {
    basicParse(toText(value) + ':', null, this.#record, STATE.schemeStart);
  }

  get username(): string {
    return this.#record.username;
  }

  set username(value: unknown) {
    const text = toText(value);
    if (!cannotHaveCredentialsOrPort(this.#record)) this.#record.username = percentEncode(text, USERINFO_SET);
  }

  get password(): string {
    return this.#record.password;
  }

  set password(value: unknown) {
    const text = toText(value);
    if (!cannotHaveCredentialsOrPort(this.#record)) this.#record.password = percentEncode(text, USERINFO_SET);
  }

  get host(): string {
    return serializeHostAndPort(this.#record);
  }

  set host(value: unknown) {
    const text = toText(value);
    if (typeof this.#record.path !== 'string') basicParse(text, null, this.#record, STATE.host);
  }

  get hostname(): string {
    return this.#record.host ?? '';
  }

  set hostname(value: unknown) {
    const text = toText(value);
    if (typeof this.#record.path !== 'string') basicParse(text, null, this.#record, STATE.hostname);
  }

  get port(): string {
    return this.#record.port === null ? '' : StringOf(this.#record.port);
  }

  set port(value: unknown) {
    const text = toText(value);
    if (cannotHaveCredentialsOrPort(this.#record)) return;
    if (text === '') this.#record.port = null;
    else basicParse(text, null, this.#record, STATE.port);
  }

  get pathname(): string {
    return serializePath(this.#record);
  }

  set pathname(value: unknown) {
    const text = toText(value);
    if (typeof this.#record.path === 'string') return;
    this.#record.path = [];
    basicParse(text, null, this.#record, STATE.pathStart);
  }

  get search(): string {
    const { query } = this.#record;
    return query === null || query === '' ? '' : '?' + query;
  }

  set search(value: unknown) {
    const text = toText(value);
    if (text === '') {
      this.#record.query = null;
      resetParams(this.#params, '');
      return;
    }
    const query = withoutLead(text, 0x3f);
    this.#record.query = '';
    basicParse(query, null, this.#record, STATE.query);
    resetParams(this.#params, query);
  }

  get searchParams(): URLSearchParams {
    return this.#params;
  }

  get hash(): string {
    const { fragment } = this.#record;
    return fragment === null || fragment === '' ? '' : '#' + fragment;
  }

  set hash(value: unknown) {
    const text = toText(value);
    if (text === '') {
      this.#record.fragment = null;
      return;
    }
    this.#record.fragment = '';
    basicParse(withoutLead(text, 0x23), null, this.#record, STATE.fragment);
  }

  toString(): string {
    return serializeUrl(this.#record);
  }

  toJSON(): string {
    return serializeUrl(this.#record);
  }
}

function withoutLead(text: string, code: number): string {
  return StringPrototypeCharCodeAt(text, 0) === code ? StringPrototypeSlice(text, 1) : text;
}

/** The serialized origin; `'null'` for every scheme that has none. */
function originOf(record: UrlRecord): string {
  const { scheme } = record;
  if (scheme === 'blob') {
    const inner = basicParse(serializePath(record));
    return inner !== null && (inner.scheme === 'http' || inner.scheme === 'https') ? originOf(inner) : 'null';
  }
  const isTuple = scheme === 'http' || scheme === 'https' || scheme === 'ws' || scheme === 'wss' || scheme === 'ftp';
  return isTuple ? scheme + '://' + serializeHostAndPort(record) : 'null';
}
