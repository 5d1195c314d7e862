/**
 * `TextEncoder` and `TextDecoder` of the Encoding standard.
 * @module
 */
import { isTypedArray, unitsToString, viewBytes } from './bytes.js';
import {
  ObjectCreate,
  RangeErrorClass,
  StringOf,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetTag,
  TypeErrorClass,
} from './primordials.js';
import { concatBytes, MALFORMED, utf8Decode, utf8Encode, utf8EncodeInto, utf8Tail } from './utf8.js';

const Bytes = Uint8Array;
const Units = Uint16Array;
const LABELS: Record<string, string> = ObjectCreate(null) as Record<string, string>;
const ENCODINGS: readonly [string, string][] = [
  ['utf-8', 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8'],
  ['utf-16le', 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le'],
  ['utf-16be', 'unicodefffe utf-16be'],
  [
    'windows-1252',
    'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 ' +
      'iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
  ],
];
for (const [name, labels] of ENCODINGS) for (const label of labels.split(' ')) LABELS[label] = name;

/** Code units of the bytes 0x80 to 0x9F in windows-1252; the other bytes stand for themselves. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Texts to UTF-8 bytes. */
export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(input: unknown = ''): Uint8Array {
    return utf8Encode(StringOf(requireText(input)));
  }

  encodeInto(source: unknown, destination: unknown): { read: number; written: number } {
    const text = StringOf(requireText(source));
    if (!isTypedArray(destination) || TypedArrayPrototypeGetTag(destination) !== 'Uint8Array') {
      throw new TypeErrorClass('TextEncoder.encodeInto: the destination must be a Uint8Array');
    }
    return utf8EncodeInto(text, destination as Uint8Array, TypedArrayPrototypeGetLength(destination));
  }
}

/** `String` accepts symbols; a text conversion does not. */
function requireText(value: unknown): unknown {
  if (typeof value === 'symbol') throw new TypeErrorClass('a symbol cannot be converted to text');
  return value;
}

/** Bytes to texts, for UTF-8, UTF-16 and windows-1252. */
export class TextDecoder {
  readonly #encoding: string;
  readonly #isFatal: boolean;
  readonly #ignoresBom: boolean;
  #pending = new Bytes(0);
  #hasSeenStart = false;

  constructor(label: unknown = 'utf-8', options?: unknown) {
    const text = StringOf(requireText(label));
    const encoding = LABELS[StringPrototypeToLowerCase(trimAscii(text))];
    if (encoding === undefined) {
      throw new RangeErrorClass(
        'TextDecoder: the encoding label "' +
          text +
          '" is not known here; use utf-8, utf-16le, utf-16be or windows-1252',
      );
    }
    this.#encoding = encoding;
    this.#isFatal = readOption(options, 'fatal');
    this.#ignoresBom = readOption(options, 'ignoreBOM');
  }

  get encoding(): string {
    return this.#encoding;
  }

  get fatal(): boolean {
    return this.#isFatal;
  }

  get ignoreBOM(): boolean {
    return this.#ignoresBom;
  }

  decode(input?: unknown, options?: unknown): string {
    const isStreaming = readOption(options, 'stream');
    const given = input === undefined ? new Bytes(0) : viewBytes(input);
    if (given === undefined) {
      throw new TypeErrorClass('TextDecoder.decode: the input must be an ArrayBuffer or a view of one');
    }
    const bytes = TypedArrayPrototypeGetLength(this.#pending) === 0 ? given : concatBytes(this.#pending, given);
    let text: string;
    try {
      text = this.#read(bytes, isStreaming);
    } catch (error) {
      this.#pending = new Bytes(0);
      this.#hasSeenStart = false;
      if (error === MALFORMED) throw new TypeErrorClass('TextDecoder.decode: the input is not valid ' + this.#encoding);
      throw error;
    }
    if (!this.#hasSeenStart && text !== '') {
      this.#hasSeenStart = true;
      if (!this.#ignoresBom && this.#encoding !== 'windows-1252' && StringPrototypeCharCodeAt(text, 0) === 0xfeff) {
        text = StringPrototypeSlice(text, 1);
      }
    }
    if (!isStreaming) this.#hasSeenStart = false;
    return text;
  }

  /** Decodes what is complete; in a stream the rest stays in `#pending`. */
  #read(bytes: Uint8Array, isStreaming: boolean): string {
    const length = TypedArrayPrototypeGetByteLength(bytes);
    if (this.#encoding === 'windows-1252') return decodeWindows1252(bytes, length);
    const isUtf8 = this.#encoding === 'utf-8';
    const isBigEndian = this.#encoding === 'utf-16be';
    const kept = !isStreaming ? 0 : isUtf8 ? utf8Tail(bytes) : utf16Tail(bytes, length, isBigEndian);
    const end = length - kept;
    this.#pending = copy(bytes, end, length);
    return isUtf8 ? utf8Decode(bytes, 0, end, this.#isFatal) : decodeUtf16(bytes, end, isBigEndian, this.#isFatal);
  }
}

function copy(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const part = new Bytes(end - start);
  for (let index = start; index < end; index++) part[index - start] = bytes[index] as number;
  return part;
}

function decodeWindows1252(bytes: Uint8Array, length: number): string {
  const units = new Units(length);
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] as number;
    units[index] = byte >= 0x80 && byte < 0xa0 ? StringPrototypeCharCodeAt(WINDOWS_1252, byte - 0x80) : byte;
  }
  return unitsToString(units, 0, length);
}

function unitAt(bytes: Uint8Array, index: number, isBigEndian: boolean): number {
  const first = bytes[index] as number;
  const second = bytes[index + 1] as number;
  return isBigEndian ? (first << 8) | second : (second << 8) | first;
}

function utf16Tail(bytes: Uint8Array, length: number, isBigEndian: boolean): number {
  const odd = length % 2;
  if (length - odd < 2) return odd;
  const last = unitAt(bytes, length - odd - 2, isBigEndian);
  return last >= 0xd800 && last <= 0xdbff ? odd + 2 : odd;
}

function decodeUtf16(bytes: Uint8Array, length: number, isBigEndian: boolean, isFatal: boolean): string {
  const whole = length - (length % 2);
  const units = new Units(whole / 2 + 1);
  let count = 0;
  for (let index = 0; index < whole; index += 2) {
    const unit = unitAt(bytes, index, isBigEndian);
    if (unit < 0xd800 || unit > 0xdfff) {
      units[count++] = unit;
      continue;
    }
    const low = unit < 0xdc00 && index + 2 < whole ? unitAt(bytes, index + 2, isBigEndian) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) {
      units[count++] = unit;
      units[count++] = low;
      index += 2;
    } else {
      if (isFatal) throw MALFORMED;
      units[count++] = 0xfffd;
    }
  }
  if (whole !== length) {
    if (isFatal) throw MALFORMED;
    // A lead surrogate before a lone last byte ends with it: the standard gives one U+FFFD for both.
    const isJoined =
      count > 0 && units[count - 1] === 0xfffd && whole >= 2 && isLead(unitAt(bytes, whole - 2, isBigEndian));
    if (!isJoined) units[count++] = 0xfffd;
  }
  return unitsToString(units, 0, count);
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function readOption(options: unknown, key: string): boolean {
  if (options === undefined || options === null) return false;
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw new TypeErrorClass('TextDecoder: the options must be an object');
  }
  return !!(options as Record<string, unknown>)[key];
}

function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(StringPrototypeCharCodeAt(text, start))) start++;
  while (end > start && isSpace(StringPrototypeCharCodeAt(text, end - 1))) end--;
  return StringPrototypeSlice(text, start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}
