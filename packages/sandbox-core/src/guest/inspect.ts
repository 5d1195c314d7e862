/**
 * One value as readable text: JSON where JSON can say it, a short form where it cannot.
 *
 * The work is bounded by the characters that are kept and by a count of visited values, so a huge object costs no
 * more than a small one. Getters, proxies and `toJSON` of a program run here and may throw.
 * @module
 */
import {
  boxedText,
  bufferText,
  dateText,
  errorText,
  functionText,
  MAX_CHARS,
  mapSize,
  quote,
  regExpText,
  setSize,
  typedArrayText,
} from './inspect-forms.js';
import {
  ArrayIsArray,
  BigIntPrototypeToString,
  ErrorIsError,
  MapIteratorPrototypeNext,
  MapPrototypeEntries,
  NumberIsFinite,
  ObjectKeys,
  ObjectPrototype,
  ReflectApply,
  ReflectGetPrototypeOf,
  SetIteratorPrototypeNext,
  SetPrototypeValues,
  StringOf,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  SymbolToString,
  TypedArrayPrototypeGetTag,
} from './primordials.js';

const MAX_VISITS = 50_000;
const MAX_MEMBERS_IN_LINE = 100;
const MAX_DEPTH_WHEN_BROKEN = 4;

/** The text of one argument of `console`, at most 20 000 characters and then a mark that it was cut. */
export function inspect(value: unknown): string {
  if (typeof value === 'string') return truncated(value);
  try {
    return truncated(new Printer(false).print(value));
  } catch {
    // A cycle, a getter that throws, a proxy that refuses, nesting past the stack: print what can be printed.
  }
  try {
    return truncated(new Printer(true).print(value));
  } catch {
    return '[a value that cannot be shown]';
  }
}

function truncated(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const last = StringPrototypeCharCodeAt(text, MAX_CHARS - 1);
  const isPairCut = last >= 0xd800 && last <= 0xdbff;
  return StringPrototypeSlice(text, 0, isPairCut ? MAX_CHARS - 1 : MAX_CHARS) + '\n...[truncated]';
}

/** Thrown where `JSON.stringify` would throw for a cycle. */
const CYCLE = { cycle: true };
/** Thrown to stop the walk once the text is long enough. */
const ENOUGH = { enough: true };

/** One walk over one value. A lenient walk marks cycles and faults, and goes only a few levels deep. */
class Printer {
  readonly #isLenient: boolean;
  readonly #path: object[] = [];
  #depth = 0;
  #text = '';
  #visits = 0;

  constructor(isLenient: boolean) {
    this.#isLenient = isLenient;
  }

  print(value: unknown): string {
    try {
      if (typeof value === 'number') this.#put(StringOf(value));
      else if (typeof value === 'function') this.#put(functionText(value));
      else if (typeof value === 'symbol') this.#put(SymbolToString(value));
      else if (value === undefined) this.#put('undefined');
      else this.#top(value);
    } catch (error) {
      if (error !== ENOUGH) throw error;
    }
    return this.#text;
  }

  /** The value itself: its own short form comes before `toJSON`, so that a `Date` is shown without quotes. */
  #top(value: unknown): void {
    const isSpecial = typeof value === 'object' && value !== null && !isPlain(value);
    const form = isSpecial ? this.#special(value) : undefined;
    if (form === undefined) this.#value(value, '', '\n');
    else this.#put(form);
  }

  #put(text: string): void {
    this.#text += text.length > MAX_CHARS ? StringPrototypeSlice(text, 0, MAX_CHARS + 1) : text;
    if (this.#text.length > MAX_CHARS) throw ENOUGH;
  }

  #visit(): void {
    if (++this.#visits <= MAX_VISITS) return;
    this.#text += ' ...';
    throw ENOUGH;
  }

  /** Writes a value that JSON keeps; `key` goes to `toJSON`, `line` is the line break with its indentation. */
  #value(given: unknown, key: string, line: string): void {
    this.#visit();
    const value = this.#isLenient ? given : jsonValue(given, key);
    if (typeof value === 'string') this.#put(quote(value));
    else if (typeof value === 'number') this.#put(NumberIsFinite(value) ? StringOf(value) : 'null');
    else if (typeof value === 'bigint') this.#put(BigIntPrototypeToString(value) + 'n');
    else if (typeof value === 'boolean' || value === null)
      this.#put(value === null ? 'null' : value ? 'true' : 'false');
    else if (typeof value === 'object') this.#object(value, line);
    else if (typeof value === 'function' && this.#isLenient) this.#put(functionText(value));
    else this.#put('null');
  }

  #object(value: object, line: string): void {
    const kind = isPlain(value) ? undefined : this.#special(value);
    if (kind !== undefined) {
      this.#put(kind);
      return;
    }
    for (let index = 0; index < this.#depth; index++) {
      if (this.#path[index] !== value) continue;
      if (!this.#isLenient) throw CYCLE;
      this.#put('[Circular]');
      return;
    }
    const isArray = ArrayIsArray(value);
    if (this.#isLenient && this.#depth >= MAX_DEPTH_WHEN_BROKEN) {
      this.#put(isArray ? '[Array]' : '[Object]');
      return;
    }
    this.#path[this.#depth++] = value;
    if (isArray) this.#array(value, line);
    else this.#members(value, line);
    this.#depth--;
  }

  #array(value: readonly unknown[], line: string): void {
    const { length } = value;
    const inner = line + '  ';
    this.#put('[');
    for (let index = 0; index < length; index++) {
      this.#put((index === 0 ? '' : ',') + inner);
      this.#member(value, StringOf(index), inner, true);
    }
    this.#put(length === 0 ? ']' : line + ']');
  }

  #members(value: object, line: string): void {
    const keys = ObjectKeys(value);
    const inner = line + '  ';
    let isFirst = true;
    this.#put('{');
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      this.#visit();
      const before = this.#text.length;
      this.#put((isFirst ? '' : ',') + inner + quote(key) + ': ');
      if (this.#member(value, key, inner, false)) isFirst = false;
      else this.#text = StringPrototypeSlice(this.#text, 0, before);
    }
    this.#put(isFirst ? '}' : line + '}');
  }

  /** Writes one member; `false` when JSON would leave it out. */
  #member(holder: object, key: string, line: string, isInArray: boolean): boolean {
    let value: unknown;
    try {
      value = (holder as Record<string, unknown>)[key];
    } catch (error) {
      if (!this.#isLenient) throw error;
      this.#put('[Getter threw]');
      return true;
    }
    if (!isInArray && !this.#isLenient) {
      value = jsonValue(value, key);
      const kind = typeof value;
      if (kind === 'undefined' || kind === 'function' || kind === 'symbol') return false;
      // `toJSON` has been asked already.
      if (kind === 'object' && value !== null) {
        this.#visit();
        this.#object(value as object, line);
        return true;
      }
    }
    if (this.#isLenient && value === undefined) this.#put('undefined');
    else if (this.#isLenient && typeof value === 'symbol') this.#put(SymbolToString(value));
    else this.#value(value, key, line);
    return true;
  }

  /** The one-line form of a value that JSON has no form for. */
  #special(value: object): string | undefined {
    if (ErrorIsError(value)) return errorText(value);
    const tag = TypedArrayPrototypeGetTag(value);
    if (tag !== undefined) return typedArrayText(value as ArrayLike<unknown>, tag);
    return dateText(value) ?? regExpText(value) ?? this.#collection(value) ?? bufferText(value) ?? boxedText(value);
  }

  #collection(value: object): string | undefined {
    const isMap = mapSize(value) !== undefined;
    const size = isMap ? mapSize(value) : setSize(value);
    if (size === undefined) return undefined;
    const name = isMap ? 'Map' : 'Set';
    if (size === 0) return name + '(0) {}';
    for (let index = 0; index < this.#depth; index++) if (this.#path[index] === value) return '[Circular]';
    this.#path[this.#depth++] = value;
    const iterator = isMap ? MapPrototypeEntries(value) : SetPrototypeValues(value);
    let text = '';
    for (let count = 0; count < size; count++) {
      if (count === MAX_MEMBERS_IN_LINE || text.length > MAX_CHARS) {
        text += ', ... ' + (size - count) + ' more';
        break;
      }
      this.#visit();
      if (count > 0) text += ', ';
      if (isMap) {
        const pair = MapIteratorPrototypeNext(iterator).value as [unknown, unknown];
        text += this.#inLine(pair[0]) + ' => ' + this.#inLine(pair[1]);
      } else {
        text += this.#inLine(SetIteratorPrototypeNext(iterator).value);
      }
    }
    this.#depth--;
    return name + '(' + size + ') { ' + text + ' }';
  }

  /** A member of a collection, without line breaks. */
  #inLine(value: unknown): string {
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'string' ? quote(value) : new Printer(true).print(value);
    }
    if (this.#depth >= MAX_DEPTH_WHEN_BROKEN) return ArrayIsArray(value) ? '[Array]' : '[Object]';
    const special = isPlain(value) ? undefined : this.#special(value);
    if (special !== undefined) return special;
    for (let index = 0; index < this.#depth; index++) if (this.#path[index] === value) return '[Circular]';
    this.#path[this.#depth++] = value;
    const text = ArrayIsArray(value) ? this.#arrayInLine(value) : this.#objectInLine(value);
    this.#depth--;
    return text;
  }

  #arrayInLine(value: readonly unknown[]): string {
    let text = '';
    for (let index = 0; index < value.length; index++) {
      if (index > 0) text += ', ';
      if (index === MAX_MEMBERS_IN_LINE || text.length > MAX_CHARS)
        return '[' + text + '... ' + (value.length - index) + ' more]';
      this.#visit();
      text += this.#inLine(value[index]);
    }
    return '[' + text + ']';
  }

  #objectInLine(value: object): string {
    const keys = ObjectKeys(value);
    let text = '';
    for (let index = 0; index < keys.length; index++) {
      if (index > 0) text += ', ';
      if (index === MAX_MEMBERS_IN_LINE || text.length > MAX_CHARS)
        return '{ ' + text + '... ' + (keys.length - index) + ' more }';
      this.#visit();
      const key = keys[index] as string;
      text += quote(key) + ': ' + this.#inLine((value as Record<string, unknown>)[key]);
    }
    return keys.length === 0 ? '{}' : '{ ' + text + ' }';
  }
}

/** What `JSON.stringify` works on: the answer of `toJSON`, where there is one and JSON has no better form. */
function jsonValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== 'function') return value;
  return ReflectApply(toJSON, value, [key]);
}

function isPlain(value: object): boolean {
  const prototype = ReflectGetPrototypeOf(value);
  return prototype === ObjectPrototype || prototype === null || ArrayIsArray(value);
}
