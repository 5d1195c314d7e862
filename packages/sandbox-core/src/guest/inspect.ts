/**
 * One value as readable text: JSON where JSON can say it, a short form where it cannot.
 *
 * The work is bounded by the characters that are kept and by a count of visited values, so a huge object costs no
 * more than a small one. Getters, proxies and `toJSON` of a program run here and may throw.
 * @module
 */
import {
  ArrayBufferPrototypeGetByteLength, ArrayIsArray, BigIntPrototypeToString, BooleanPrototypeValueOf,
  DatePrototypeGetTime, DatePrototypeToISOString, ErrorIsError, JSONStringify, MapIteratorPrototypeNext,
  MapPrototypeEntries, MapPrototypeGetSize, NumberIsFinite, NumberPrototypeValueOf, ObjectKeys, ObjectPrototype,
  ReflectApply, ReflectGetOwnPropertyDescriptor, ReflectGetPrototypeOf, RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource, SetIteratorPrototypeNext, SetPrototypeGetSize, SetPrototypeValues, StringOf,
  StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeValueOf,
  SymbolToString, TypedArrayPrototypeGetLength, TypedArrayPrototypeGetTag,
} from './primordials.js';

const MAX_CHARS = 20_000;
const MAX_VISITS = 50_000;
const MAX_ITEMS_IN_LINE = 16;
const MAX_MEMBERS_IN_LINE = 100;
const MAX_NAME_CHARS = 200;
const MAX_DEPTH_WHEN_BROKEN = 4;
const MAX_STACK_LINES = 5;

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
    else if (typeof value === 'boolean' || value === null) this.#put(value === null ? 'null' : value ? 'true' : 'false');
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
      if (index === MAX_MEMBERS_IN_LINE || text.length > MAX_CHARS) return '[' + text + '... ' + (value.length - index) + ' more]';
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
      if (index === MAX_MEMBERS_IN_LINE || text.length > MAX_CHARS) return '{ ' + text + '... ' + (keys.length - index) + ' more }';
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

function quote(text: string): string {
  return JSONStringify(text.length > MAX_CHARS ? StringPrototypeSlice(text, 0, MAX_CHARS) : text);
}

function functionText(value: object): string {
  const descriptor = ReflectGetOwnPropertyDescriptor(value, 'name');
  const name: unknown = descriptor?.value;
  const text = typeof name === 'string' && name !== '' ? StringPrototypeSlice(name, 0, MAX_NAME_CHARS) : 'anonymous';
  return '[Function ' + text + ']';
}

function errorText(error: object): string {
  const name = textOf(error, 'name');
  const message = textOf(error, 'message');
  const head = name === '' ? message : message === '' ? name : name + ': ' + message;
  const stack = stackLines(textOf(error, 'stack'));
  return (head === '' ? 'Error' : head) + stack;
}

function textOf(error: object, key: string): string {
  const value = (error as Record<string, unknown>)[key];
  return typeof value === 'string' ? StringPrototypeSlice(value, 0, MAX_CHARS) : '';
}

/** The first frames that belong to a program or a pack; the sandbox's own say nothing to their reader. */
function stackLines(stack: string): string {
  let text = '';
  let kept = 0;
  let from = 0;
  while (from < stack.length && kept < MAX_STACK_LINES) {
    const found = StringPrototypeIndexOf(stack, '\n', from);
    const to = found < 0 ? stack.length : found;
    const line = StringPrototypeSlice(stack, from, to);
    if (StringPrototypeIndexOf(line, '(') >= 0 && !isOwnFrame(line)) {
      text += '\n' + line;
      kept++;
    }
    from = to + 1;
  }
  return text;
}

function isOwnFrame(line: string): boolean {
  return StringPrototypeIndexOf(line, '(native)') >= 0 || StringPrototypeIndexOf(line, '(nodetool:') >= 0;
}

function typedArrayText(value: ArrayLike<unknown>, tag: string): string {
  const length = TypedArrayPrototypeGetLength(value);
  let text = '';
  for (let index = 0; index < length && index < MAX_ITEMS_IN_LINE; index++) {
    const item = value[index];
    text += (index === 0 ? '' : ', ') + (typeof item === 'bigint' ? BigIntPrototypeToString(item) + 'n' : StringOf(item));
  }
  if (length > MAX_ITEMS_IN_LINE) text += ', ... ' + (length - MAX_ITEMS_IN_LINE) + ' more';
  return tag + '(' + length + ') [' + text + ']';
}

// Each test below asks for something that throws for every other kind of object: no program can fake the answer.

function dateText(value: object): string | undefined {
  let time: number;
  try {
    time = DatePrototypeGetTime(value as Date);
  } catch {
    return undefined;
  }
  return time === time ? DatePrototypeToISOString(value as Date) : 'Invalid Date';
}

function regExpText(value: object): string | undefined {
  let source: string;
  try {
    source = RegExpPrototypeGetSource(value);
  } catch {
    return undefined;
  }
  return '/' + source + '/' + RegExpPrototypeGetFlags(value);
}

function mapSize(value: object): number | undefined {
  try {
    return MapPrototypeGetSize(value);
  } catch {
    return undefined;
  }
}

function setSize(value: object): number | undefined {
  try {
    return SetPrototypeGetSize(value);
  } catch {
    return undefined;
  }
}

function bufferText(value: object): string | undefined {
  try {
    return 'ArrayBuffer(' + ArrayBufferPrototypeGetByteLength(value) + ')';
  } catch {
    return undefined;
  }
}

function boxedText(value: object): string | undefined {
  try {
    return StringOf(NumberPrototypeValueOf(value));
  } catch { /* not a Number */ }
  try {
    return quote(StringPrototypeValueOf(value));
  } catch { /* not a String */ }
  try {
    return BooleanPrototypeValueOf(value) ? 'true' : 'false';
  } catch { /* not a Boolean */ }
  return undefined;
}
