/**
 * Base64 and hexadecimal texts both ways, in linear time.
 * @module
 */
import { unitsToString, viewBytes } from './bytes.js';
import {
  ArrayIsArray, NumberIsInteger, ObjectPrototypeToString, StringPrototypeCharCodeAt, TypeErrorClass,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeGetTag,
} from './primordials.js';
import { utf8Encode } from './utf8.js';

const Bytes = Uint8Array;
const Units = Uint16Array;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const HEX = '0123456789abcdef';
const NOT_A_DIGIT = 255;

/** Two output characters for each 12 bits (base64) or 8 bits (hex), packed little-endian; filled at first use. */
let base64Pairs: Uint16Array | undefined;
let hexPairs: Uint16Array | undefined;
let base64Values: Uint8Array | undefined;
let hexValues: Uint8Array | undefined;

function pairsOf(alphabet: string): Uint16Array {
  const size = alphabet.length;
  const pairs = new Units(size * size);
  for (let first = 0; first < size; first++) {
    for (let second = 0; second < size; second++) {
      pairs[first * size + second] =
        StringPrototypeCharCodeAt(alphabet, first) | (StringPrototypeCharCodeAt(alphabet, second) << 8);
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
  const pairs = (base64Pairs ??= pairsOf(ALPHABET));
  const length = TypedArrayPrototypeGetLength(bytes);
  const groups = (length - (length % 3)) / 3;
  const rest = length - groups * 3;
  const out = new Units((groups + (rest === 0 ? 0 : 1)) * 2);
  let at = 0;
  let index = 0;
  for (let group = 0; group < groups; group++) {
    const middle = bytes[index + 1] as number;
    out[at++] = pairs[((bytes[index] as number) << 4) | (middle >> 4)] as number;
    out[at++] = pairs[((middle & 15) << 8) | (bytes[index + 2] as number)] as number;
    index += 3;
  }
  if (rest === 1) {
    out[at++] = pairs[(bytes[index] as number) << 4] as number;
    out[at++] = 0x3d3d;
  } else if (rest === 2) {
    const middle = bytes[index + 1] as number;
    out[at++] = pairs[((bytes[index] as number) << 4) | (middle >> 4)] as number;
    out[at++] = ((pairs[(middle & 15) << 8] as number) & 0xff) | 0x3d00;
  }
  return asciiOf(out, at);
};

/** Lower-case hexadecimal of a text's UTF-8 bytes or of bytes. */
export const toHex = (input: unknown): string => {
  const bytes = toBytes(input, 'toHex');
  const pairs = (hexPairs ??= pairsOf(HEX));
  const length = TypedArrayPrototypeGetLength(bytes);
  const out = new Units(length);
  for (let index = 0; index < length; index++) out[index] = pairs[bytes[index] as number] as number;
  return asciiOf(out, length);
};

/** A view of packed pairs as text. The guest's memory is little-endian, as WebAssembly's always is. */
function asciiOf(pairs: Uint16Array, count: number): string {
  return unitsToString(viewBytes(pairs) as Uint8Array, 0, count * 2);
}

/** The bytes of base64 text, standard or URL alphabet; characters outside both are ignored. */
export const fromBase64 = (text: unknown): Uint8Array => {
  const source = requireString(text, 'fromBase64');
  const values = (base64Values ??= base64ValueTable());
  const length = source.length;
  const out = new Bytes(MathCeil((length * 3) / 4));
  let at = 0;
  let index = 0;
  let bits = 0;
  let held = 0;
  while (index < length) {
    // Four good characters at once while nothing is held back; any other character goes the slow way.
    if (held === 0 && index + 4 <= length) {
      const a = values[StringPrototypeCharCodeAt(source, index)] as number;
      const b = values[StringPrototypeCharCodeAt(source, index + 1)] as number;
      const c = values[StringPrototypeCharCodeAt(source, index + 2)] as number;
      const d = values[StringPrototypeCharCodeAt(source, index + 3)] as number;
      // Code units above 255 read `undefined`, which the comparison refuses as well.
      if ((a | b | c | d) < 64 && a !== undefined && b !== undefined && c !== undefined && d !== undefined) {
        out[at++] = (a << 2) | (b >> 4);
        out[at++] = (b << 4) | (c >> 2);
        out[at++] = (c << 6) | d;
        index += 4;
        continue;
      }
    }
    const value = values[StringPrototypeCharCodeAt(source, index++)];
    if (value === undefined || value === NOT_A_DIGIT) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out[at++] = bits >> held;
    }
    if (held === 0) bits = 0;
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
  const values = (hexValues ??= hexValueTable());
  const length = source.length;
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

const MathCeil = Math.ceil;

/** Exactly the first `length` bytes, in a buffer of their own. */
function trimmed(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array {
  if (length === TypedArrayPrototypeGetLength(bytes)) return bytes;
  const exact = new Bytes(length);
  for (let index = 0; index < length; index++) exact[index] = bytes[index] as number;
  return exact;
}

function requireString(value: unknown, caller: string): string {
  if (typeof value === 'string') return value;
  throw new TypeErrorClass(caller + ' expects a string, got ' + kindOf(value) + adviceFor(value));
}

/**
 * Bytes of a string (UTF-8), typed array, `ArrayBuffer`, `DataView` or array-like of numbers.
 * @throws TypeError that names the kind of anything else
 */
export function toBytes(value: unknown, caller: string): Uint8Array {
  if (typeof value === 'string') return utf8Encode(value);
  const view = viewBytes(value);
  if (view !== undefined) return view;
  const numbers = bytesOfArrayLike(value);
  if (numbers !== undefined) return numbers;
  throw new TypeErrorClass(caller + ' expects a string, bytes or an array of numbers, got ' + kindOf(value) + adviceFor(value));
}

/** The bytes of an array or array-like of numbers, each modulo 256; `undefined` for anything else. */
export function bytesOfArrayLike(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { length } = value as { length?: unknown };
  if (typeof length !== 'number' || !NumberIsInteger(length) || length < 0) return undefined;
  const bytes = new Bytes(length);
  for (let index = 0; index < length; index++) {
    const item = (value as Record<number, unknown>)[index];
    if (typeof item !== 'number') return undefined;
    bytes[index] = item;
  }
  return bytes;
}

const promiseTag = '[object Promise]';

/** A word for what a value is, for error texts. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (ArrayIsArray(value)) return 'an array that does not hold only numbers';
  const tag = typeof value === 'object' ? TypedArrayPrototypeGetTag(value) : undefined;
  if (tag !== undefined) return 'a ' + tag;
  if (typeof value !== 'object') return value === undefined ? 'undefined' : 'a ' + typeof value;
  return isPromise(value) ? 'a promise' : 'an object';
}

function isPromise(value: unknown): boolean {
  try {
    return ObjectPrototypeToString(value) === promiseTag || typeof (value as { then?: unknown }).then === 'function';
  } catch {
    return false;
  }
}

function adviceFor(value: unknown): string {
  return typeof value === 'object' && value !== null && isPromise(value) ? ': await it first' : '';
}
