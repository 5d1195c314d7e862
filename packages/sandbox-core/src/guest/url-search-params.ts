// biome-ignore-all lint/complexity/noArguments: how many arguments came is part of these interfaces, and a rest parameter would change `length`.
/**
 * `URLSearchParams`.
 * @see https://url.spec.whatwg.org/#interface-urlsearchparams
 * @module
 */

import { frozen } from './frozen.js';
import { defineHidden } from './own-property.js';
import {
  ArrayPrototypeSort,
  ReflectApply,
  ReflectGetOwnPropertyDescriptor,
  ReflectGetPrototypeOf,
  ReflectOwnKeys,
  ReflectSetPrototypeOf,
  StringOf,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeToWellFormed,
  SymbolIterator,
  TypeErrorClass,
} from './primordials.js';
import { tagged } from './tagged.js';
import { FORM_SET, percentDecode, percentEncode } from './url-percent.js';

type Pair = [name: string, value: string];
type Kind = 'keys' | 'values' | 'entries';

/** Makes the list of a URL's own object; changes of it are reported with the new query. */
export let bindParams: (params: URLSearchParams, onChange: (query: string) => void) => void;
/** Replaces the pairs, without a report. */
export let resetParams: (params: URLSearchParams, query: string) => void;
let pairsOf: (params: URLSearchParams) => Pair[];

/** The conversion of WebIDL's `USVString`: lone surrogates become U+FFFD. */
export function toText(value: unknown): string {
  if (typeof value === 'symbol') throw new TypeErrorClass('a symbol cannot be converted to text');
  return StringPrototypeToWellFormed(StringOf(value));
}

/** Refuses a call with fewer arguments than its signature has. */
export function requireArguments(given: number, needed: number, caller: string): void {
  if (given >= needed) return;
  throw new TypeErrorClass(
    caller + ': ' + needed + ' argument' + (needed === 1 ? '' : 's') + ' required, got ' + given,
  );
}

/** Ordered pairs of a query string. */
export class URLSearchParams {
  #pairs: Pair[] = [];
  #onChange: ((query: string) => void) | undefined;

  static {
    bindParams = (params, onChange) => {
      params.#onChange = onChange;
    };
    resetParams = (params, query) => {
      params.#pairs = parseForm(query);
    };
    pairsOf = (params) => params.#pairs;
  }

  constructor(init: unknown = '') {
    if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
      const iterate = (init as Partial<Iterable<unknown>>)[SymbolIterator];
      this.#pairs = iterate === undefined || iterate === null ? pairsOfRecord(init) : pairsOfSequence(init, iterate);
    } else {
      const text = toText(init);
      this.#pairs = parseForm(StringPrototypeCharCodeAt(text, 0) === 0x3f ? StringPrototypeSlice(text, 1) : text);
    }
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    requireArguments(arguments.length, 2, 'URLSearchParams.append');
    this.#pairs[this.#pairs.length] = [toText(name), toText(value)];
    this.#changed();
  }

  delete(name: unknown, value: unknown = undefined): void {
    requireArguments(arguments.length, 1, 'URLSearchParams.delete');
    const key = toText(name);
    const text = value === undefined ? undefined : toText(value);
    this.#keep((pair) => pair[0] !== key || (text !== undefined && pair[1] !== text));
    this.#changed();
  }

  get(name: unknown): string | null {
    requireArguments(arguments.length, 1, 'URLSearchParams.get');
    const index = this.#find(toText(name));
    return index < 0 ? null : (this.#pairs[index] as Pair)[1];
  }

  getAll(name: unknown): string[] {
    requireArguments(arguments.length, 1, 'URLSearchParams.getAll');
    const key = toText(name);
    const values: string[] = [];
    for (let index = 0; index < this.#pairs.length; index++) {
      const pair = this.#pairs[index] as Pair;
      if (pair[0] === key) values[values.length] = pair[1];
    }
    return values;
  }

  has(name: unknown, value: unknown = undefined): boolean {
    requireArguments(arguments.length, 1, 'URLSearchParams.has');
    return this.#find(toText(name), value === undefined ? undefined : toText(value)) >= 0;
  }

  set(name: unknown, value: unknown): void {
    requireArguments(arguments.length, 2, 'URLSearchParams.set');
    const key = toText(name);
    const text = toText(value);
    let isSet = false;
    this.#keep((pair) => {
      if (pair[0] !== key) return true;
      if (isSet) return false;
      isSet = true;
      pair[1] = text;
      return true;
    });
    if (!isSet) this.#pairs[this.#pairs.length] = [key, text];
    this.#changed();
  }

  sort(): void {
    ArrayPrototypeSort(this.#pairs, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    this.#changed();
  }

  forEach(callback: unknown, thisArg: unknown = undefined): void {
    requireArguments(arguments.length, 1, 'URLSearchParams.forEach');
    if (typeof callback !== 'function')
      throw new TypeErrorClass('URLSearchParams.forEach: the callback must be a function');
    for (let index = 0; index < this.#pairs.length; index++) {
      const pair = this.#pairs[index] as Pair;
      ReflectApply(callback, thisArg, [pair[1], pair[0], this]);
    }
  }

  keys(): IterableIterator<unknown> {
    return iteratorOf(this, 'keys');
  }

  values(): IterableIterator<unknown> {
    return iteratorOf(this, 'values');
  }

  entries(): IterableIterator<unknown> {
    return iteratorOf(this, 'entries');
  }

  toString(): string {
    let out = '';
    for (let index = 0; index < this.#pairs.length; index++) {
      const pair = this.#pairs[index] as Pair;
      out +=
        (index === 0 ? '' : '&') +
        percentEncode(pair[0], FORM_SET, true) +
        '=' +
        percentEncode(pair[1], FORM_SET, true);
    }
    return out;
  }

  #changed(): void {
    if (this.#onChange !== undefined) this.#onChange(this.toString());
  }

  #find(name: string, value?: string): number {
    for (let index = 0; index < this.#pairs.length; index++) {
      const pair = this.#pairs[index] as Pair;
      if (pair[0] === name && (value === undefined || pair[1] === value)) return index;
    }
    return -1;
  }

  /** Removes pairs in place: iterators that are under way see the same list. */
  #keep(isKept: (pair: Pair) => boolean): void {
    let at = 0;
    for (let index = 0; index < this.#pairs.length; index++) {
      const pair = this.#pairs[index] as Pair;
      if (isKept(pair)) this.#pairs[at++] = pair;
    }
    this.#pairs.length = at;
  }
}
defineHidden(
  URLSearchParams.prototype,
  SymbolIterator,
  ReflectGetOwnPropertyDescriptor(URLSearchParams.prototype, 'entries')?.value,
);

/** Live: it reads the pairs that there are when it is asked. */
class ParamsIterator {
  readonly #params: URLSearchParams;
  readonly #kind: Kind;
  #index = 0;

  constructor(params: URLSearchParams, kind: Kind) {
    // The private field answers only for a real object, so a wrong `this` is refused here.
    pairsOf(params);
    this.#params = params;
    this.#kind = kind;
  }

  next(): IteratorResult<unknown> {
    const pair = pairsOf(this.#params)[this.#index];
    if (pair === undefined) return { value: undefined, done: true };
    this.#index++;
    const value = this.#kind === 'keys' ? pair[0] : this.#kind === 'values' ? pair[1] : [pair[0], pair[1]];
    return { value, done: false };
  }
}
const iteratorPrototype = ParamsIterator.prototype as object;
ReflectSetPrototypeOf(iteratorPrototype, ReflectGetPrototypeOf(ReflectGetPrototypeOf([][SymbolIterator]()) as object));
defineHidden(iteratorPrototype, 'constructor', undefined);
frozen(tagged(ParamsIterator, 'URLSearchParams Iterator').prototype);

function iteratorOf(params: URLSearchParams, kind: Kind): IterableIterator<unknown> {
  return new ParamsIterator(params, kind) as unknown as IterableIterator<unknown>;
}

function parseForm(text: string): Pair[] {
  const pairs: Pair[] = [];
  for (let from = 0; from < text.length; ) {
    const found = StringPrototypeIndexOf(text, '&', from);
    const to = found < 0 ? text.length : found;
    if (to > from) {
      const part = StringPrototypeReplaceAll(StringPrototypeSlice(text, from, to), '+', ' ');
      const equal = StringPrototypeIndexOf(part, '=');
      const name = equal < 0 ? part : StringPrototypeSlice(part, 0, equal);
      const value = equal < 0 ? '' : StringPrototypeSlice(part, equal + 1);
      pairs[pairs.length] = [percentDecode(name), percentDecode(value)];
    }
    from = to + 1;
  }
  return pairs;
}

function pairsOfSequence(init: unknown, iterate: unknown): Pair[] {
  if (typeof iterate !== 'function') throw new TypeErrorClass('URLSearchParams: the init value is not iterable');
  const pairs: Pair[] = [];
  const items = listOf(ReflectApply(iterate, init, []) as Iterator<unknown>);
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const step =
      item === null || item === undefined || typeof item !== 'object'
        ? undefined
        : (item as Partial<Iterable<unknown>>)[SymbolIterator];
    if (typeof step !== 'function')
      throw new TypeErrorClass('URLSearchParams: each item must be a pair of name and value');
    const pair = listOf(ReflectApply(step, item, []) as Iterator<unknown>);
    if (pair.length !== 2) throw new TypeErrorClass('URLSearchParams: each item must be a pair of name and value');
    pairs[index] = [toText(pair[0]), toText(pair[1])];
  }
  return pairs;
}

function listOf(iterator: Iterator<unknown>): unknown[] {
  const list: unknown[] = [];
  for (;;) {
    const step = iterator.next();
    if (step.done) return list;
    list[list.length] = step.value;
  }
}

function pairsOfRecord(init: object): Pair[] {
  const pairs: Pair[] = [];
  const keys = ReflectOwnKeys(init);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const descriptor = ReflectGetOwnPropertyDescriptor(init, key);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    const name = toText(key);
    const value = toText((init as Record<string, unknown>)[key]);
    // Two keys can become one name when lone surrogates are replaced; the later value then wins.
    let at = 0;
    while (at < pairs.length && (pairs[at] as Pair)[0] !== name) at++;
    if (at < pairs.length && name !== key) (pairs[at] as Pair)[1] = value;
    else pairs[pairs.length] = [name, value];
  }
  return pairs;
}
