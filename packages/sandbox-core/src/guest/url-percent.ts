/**
 * Percent-encoding with the sets of the URL standard.
 * @see https://url.spec.whatwg.org/#percent-encoded-bytes
 * @module
 */
import {
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  TypedArrayPrototypeGetLength,
} from './primordials.js';
import { utf8Decode, utf8Encode } from './utf8.js';

/** One flag for each ASCII code; everything past ASCII is encoded by every set. */
export type EncodeSet = Uint8Array;

const Bytes = Uint8Array;
const HEX = '0123456789ABCDEF';

function extend(base: EncodeSet | undefined, characters: string): EncodeSet {
  const set = new Bytes(128);
  for (let code = 0; code < 128; code++)
    set[code] = base === undefined ? (code < 0x20 || code === 0x7f ? 1 : 0) : (base[code] as number);
  for (let index = 0; index < characters.length; index++) set[StringPrototypeCharCodeAt(characters, index)] = 1;
  return set;
}

export const C0_CONTROL_SET = extend(undefined, '');
export const FRAGMENT_SET = extend(C0_CONTROL_SET, ' "<>`');
export const QUERY_SET = extend(C0_CONTROL_SET, ' "#<>');
export const SPECIAL_QUERY_SET = extend(QUERY_SET, "'");
export const PATH_SET = extend(QUERY_SET, '?^`{}');
export const USERINFO_SET = extend(PATH_SET, '/:;=@[\\]|');
/** The set of `application/x-www-form-urlencoded`; a space is handled by its serializer. */
export const FORM_SET = extend(USERINFO_SET, "$%&+,!'()~");

/** UTF-8 percent-encodes a text of any content; a lone surrogate becomes U+FFFD. */
export function percentEncode(text: string, set: EncodeSet, spaceAsPlus = false): string {
  const { length } = text;
  let out = '';
  let plain = 0;
  for (let index = 0; index < length; index++) {
    const code = StringPrototypeCharCodeAt(text, index);
    if (code < 128 && set[code] === 0) continue;
    out += StringPrototypeSlice(text, plain, index);
    if (code < 128) {
      out += spaceAsPlus && code === 0x20 ? '+' : hexOf(code);
    } else {
      let end = index + 1;
      while (end < length && StringPrototypeCharCodeAt(text, end) >= 128) end++;
      const bytes = utf8Encode(StringPrototypeSlice(text, index, end));
      const count = TypedArrayPrototypeGetLength(bytes);
      for (let at = 0; at < count; at++) out += hexOf(bytes[at] as number);
      index = end - 1;
    }
    plain = index + 1;
  }
  return plain === 0 ? text : out + StringPrototypeSlice(text, plain);
}

function hexOf(byte: number): string {
  return '%' + (HEX[byte >> 4] as string) + (HEX[byte & 15] as string);
}

/** Percent-decodes a text and reads the bytes as UTF-8, a BOM kept. */
export function percentDecode(text: string): string {
  if (StringPrototypeIndexOf(text, '%') < 0) return text;
  const bytes = utf8Encode(text);
  const length = TypedArrayPrototypeGetLength(bytes);
  let at = 0;
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] as number;
    const high = byte === 0x25 && index + 2 < length ? hexDigit(bytes[index + 1] as number) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[index + 2] as number);
    if (low < 0) {
      bytes[at++] = byte;
    } else {
      bytes[at++] = high * 16 + low;
      index += 2;
    }
  }
  return utf8Decode(bytes, 0, at);
}

/** The value of an ASCII hexadecimal digit, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
