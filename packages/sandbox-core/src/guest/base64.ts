/**
 * Base64 and hexadecimal texts both ways, in linear time.
 * @module
 */
import {
  ArrayPrototypeJoin,
  hasNativeCharCodeAt,
  MathMin,
  StringPrototypeCharCodeAt,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
  TypeErrorClass,
} from './primordials.js';
import { adviceFor, kindOf, toBytes } from './to-bytes.js';

const Bytes = Uint8Array;
const MathCeil = Math.ceil;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const HEX = '0123456789abcdef';
const NOT_A_DIGIT = 255;
/** Pieces of text joined at once: more would only cost memory. */
const CHUNK = 8192;

/** Texts of two digits by their value, and values of digits by their character code; filled at first use. */
let base64Pairs: string[] | undefined;
let hexPairs: string[] | undefined;
let base64Values: Uint8Array | undefined;
let hexValues: Uint8Array | undefined;

function pairsOf(alphabet: string): string[] {
  const pairs: string[] = [];
  for (let first = 0; first < alphabet.length; first++) {
    for (let second = 0; second < alphabet.length; second++) {
      pairs[pairs.length] = (alphabet[first] as string) + (alphabet[second] as string);
    }
  }
  return pairs;
}

function valuesOf(alphabet: string): Uint8Array {
  const values = new Bytes(256);
  for (let code = 0; code < 256; code++) values[code] = NOT_A_DIGIT;
  for (let value = 0; value < alphabet.length; value++) values[StringPrototypeCharCodeAt(alphabet, value)] = value;
  return values;
}

/** Padded standard base64 of a text's UTF-8 bytes or of bytes. */
export const toBase64 = (input: unknown): string => {
  const bytes = toBytes(input, 'toBase64');
  base64Pairs ??= pairsOf(ALPHABET);
  const pairs = base64Pairs;
  const length = TypedArrayPrototypeGetLength(bytes);
  const whole = length - (length % 3);
  let text = '';
  for (let index = 0; index < whole; ) {
    const end = MathMin(index + (CHUNK / 2) * 3, whole);
    const parts: string[] = [];
    for (let at = 0; index < end; index += 3) {
      const middle = bytes[index + 1] as number;
      parts[at++] = pairs[((bytes[index] as number) << 4) | (middle >> 4)] as string;
      parts[at++] = pairs[((middle & 15) << 8) | (bytes[index + 2] as number)] as string;
    }
    text += ArrayPrototypeJoin(parts, '');
  }
  if (length - whole === 1) return text + (pairs[(bytes[whole] as number) << 4] as string) + '==';
  if (length - whole === 0) return text;
  const last = bytes[whole + 1] as number;
  const digit = (pairs[(last & 15) << 8] as string)[0] as string;
  return text + (pairs[((bytes[whole] as number) << 4) | (last >> 4)] as string) + digit + '=';
};

/** Lower-case hexadecimal of a text's UTF-8 bytes or of bytes. */
export const toHex = (input: unknown): string => {
  const bytes = toBytes(input, 'toHex');
  hexPairs ??= pairsOf(HEX);
  const pairs = hexPairs;
  const length = TypedArrayPrototypeGetLength(bytes);
  let text = '';
  for (let start = 0; start < length; start += CHUNK) {
    const end = MathMin(start + CHUNK, length);
    const parts: string[] = [];
    for (let index = start; index < end; index++) parts[index - start] = pairs[bytes[index] as number] as string;
    text += ArrayPrototypeJoin(parts, '');
  }
  return text;
};

/** The bytes of base64 text, standard or URL alphabet; characters outside both are ignored. */
export const fromBase64 = (text: unknown): Uint8Array => {
  const source = requireString(text, 'fromBase64');
  base64Values ??= base64ValueTable();
  const values = base64Values;
  const { length } = source;
  const out = new Bytes(MathCeil((length * 3) / 4));
  const lastGroup = hasNativeCharCodeAt(source) ? length - 4 : -1;
  let at = 0;
  let index = 0;
  let bits = 0;
  let held = 0;
  while (index < length) {
    // Four good characters at once while nothing is held back; any other character goes the slow way. A code above
    // 255 finds no value, which makes the sum NaN; a character that is no digit makes it too large (4 * 63 < 255).
    while (index <= lastGroup && held === 0) {
      const a = values[source.charCodeAt(index)] as number;
      const b = values[source.charCodeAt(index + 1)] as number;
      const c = values[source.charCodeAt(index + 2)] as number;
      const d = values[source.charCodeAt(index + 3)] as number;
      if (!(a + b + c + d < NOT_A_DIGIT)) break;
      out[at] = (a << 2) | (b >> 4);
      out[at + 1] = (b << 4) | (c >> 2);
      out[at + 2] = (c << 6) | d;
      at += 3;
      index += 4;
    }
    if (index >= length) break;
    const value = values[StringPrototypeCharCodeAt(source, index++)];
    if (value === undefined || value === NOT_A_DIGIT) continue;
    bits = ((bits << 6) | value) & 0xfff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out[at++] = bits >> held;
    }
  }
  return trimmed(out, at);
};

function base64ValueTable(): Uint8Array {
  const values = valuesOf(ALPHABET);
  values[0x2d] = 62; // -
  values[0x5f] = 63; // _
  return values;
}

/** The bytes of hexadecimal text in any letter case; other characters and a last odd digit are ignored. */
export const fromHex = (text: unknown): Uint8Array => {
  const source = requireString(text, 'fromHex');
  hexValues ??= hexValueTable();
  const values = hexValues;
  const { length } = source;
  const out = new Bytes(length >> 1);
  let at = 0;
  let high = NOT_A_DIGIT;
  for (let index = 0; index < length; index++) {
    const value = values[StringPrototypeCharCodeAt(source, index)];
    if (value === undefined || value === NOT_A_DIGIT) continue;
    if (high === NOT_A_DIGIT) {
      high = value;
    } else {
      out[at++] = (high << 4) | value;
      high = NOT_A_DIGIT;
    }
  }
  return trimmed(out, at);
};

function hexValueTable(): Uint8Array {
  const values = valuesOf(HEX);
  for (let value = 10; value < 16; value++) values[0x41 + value - 10] = value;
  return values;
}

/** Exactly the first `length` bytes, in a buffer of their own. */
function trimmed(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array {
  if (length === TypedArrayPrototypeGetLength(bytes)) return bytes;
  const exact = new Bytes(length);
  TypedArrayPrototypeSet(exact, new Bytes(TypedArrayPrototypeGetBuffer(bytes), 0, length));
  return exact;
}

function requireString(value: unknown, caller: string): string {
  if (typeof value === 'string') return value;
  throw new TypeErrorClass(caller + ' expects a string, got ' + kindOf(value) + adviceFor(value));
}
