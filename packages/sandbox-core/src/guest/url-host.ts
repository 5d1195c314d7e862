/**
 * Hosts of the URL standard: names, IPv4, IPv6 and opaque hosts, each as its serialization.
 * @see https://url.spec.whatwg.org/#host-parsing
 * @module
 */
import { domainToAscii, isAscii } from './idna.js';
import {
  MathFloor,
  NumberPrototypeToString,
  StringOf,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
} from './primordials.js';
import { C0_CONTROL_SET, hexDigit, percentDecode, percentEncode } from './url-percent.js';

const FORBIDDEN_IN_HOST = '\0\t\n\r #/:<>?@[\\]^|';

/** The serialized host, or `undefined` for a host that is not valid. */
export function parseHost(input: string, isOpaque: boolean): string | undefined {
  if (StringPrototypeCharCodeAt(input, 0) === 0x5b) {
    if (StringPrototypeCharCodeAt(input, input.length - 1) !== 0x5d) return undefined;
    return parseIpv6(StringPrototypeSlice(input, 1, input.length - 1));
  }
  if (isOpaque) return hasForbidden(input, false) ? undefined : percentEncode(input, C0_CONTROL_SET);
  const domain = percentDecode(input);
  // The standard leaves names that are ASCII already as they are, even with an `xn--` label that means nothing.
  const ascii = isAscii(domain) ? StringPrototypeToLowerCase(domain) : domainToAscii(domain);
  if (ascii === undefined || ascii === '' || hasForbidden(ascii, true)) return undefined;
  return endsInNumber(ascii) ? parseIpv4(ascii) : ascii;
}

function hasForbidden(host: string, isDomain: boolean): boolean {
  for (let index = 0; index < host.length; index++) {
    const code = StringPrototypeCharCodeAt(host, index);
    if (isDomain && (code <= 0x20 || code === 0x25 || code === 0x7f)) return true;
    if (StringPrototypeIndexOf(FORBIDDEN_IN_HOST, host[index] as string) >= 0) return true;
  }
  return false;
}

function splitDots(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const dot = StringPrototypeIndexOf(text, '.', from);
    parts[parts.length] = StringPrototypeSlice(text, from, dot < 0 ? text.length : dot);
    if (dot < 0) return parts;
    from = dot + 1;
  }
}

/** Parts of a name, without the empty last one that a closing dot leaves. */
function partsOf(host: string): string[] {
  const parts = splitDots(host);
  if (parts.length > 1 && parts[parts.length - 1] === '') parts.length--;
  return parts;
}

function endsInNumber(host: string): boolean {
  const parts = partsOf(host);
  const last = parts[parts.length - 1] as string;
  if (last === '') return false;
  let isDecimal = true;
  for (let index = 0; index < last.length; index++) {
    const code = StringPrototypeCharCodeAt(last, index);
    if (code < 0x30 || code > 0x39) isDecimal = false;
  }
  return isDecimal || ipv4Number(last) !== undefined;
}

function ipv4Number(part: string): number | undefined {
  if (part === '') return undefined;
  let from = 0;
  let radix = 10;
  if (part.length >= 2 && StringPrototypeCharCodeAt(part, 0) === 0x30) {
    const isHex = (StringPrototypeCharCodeAt(part, 1) | 0x20) === 0x78;
    from = isHex ? 2 : 1;
    radix = isHex ? 16 : 8;
  }
  let value = 0;
  for (let index = from; index < part.length; index++) {
    const digit = hexDigit(StringPrototypeCharCodeAt(part, index));
    if (digit < 0 || digit >= radix) return undefined;
    value = value * radix + digit;
  }
  return value;
}

function parseIpv4(host: string): string | undefined {
  const parts = partsOf(host);
  if (parts.length > 4) return undefined;
  let address = 0;
  for (let index = 0; index < parts.length; index++) {
    const number = ipv4Number(parts[index] as string);
    if (number === undefined) return undefined;
    const isLast = index === parts.length - 1;
    if (isLast ? number >= 256 ** (5 - parts.length) : number > 255) return undefined;
    address += isLast ? number : number * 256 ** (3 - index);
  }
  let out = '';
  for (let count = 0; count < 4; count++) {
    out = StringOf(address % 256) + (count === 0 ? '' : '.') + out;
    address = MathFloor(address / 256);
  }
  return out;
}

function parseIpv6(input: string): string | undefined {
  const pieces = [0, 0, 0, 0, 0, 0, 0, 0];
  const end = input.length;
  const at = (index: number): number => (index < end ? StringPrototypeCharCodeAt(input, index) : -1);
  let piece = 0;
  let compress = -1;
  let pointer = 0;
  if (at(0) === 0x3a) {
    if (at(1) !== 0x3a) return undefined;
    pointer = 2;
    compress = ++piece;
  }
  while (pointer < end) {
    if (piece === 8) return undefined;
    if (at(pointer) === 0x3a) {
      if (compress !== -1) return undefined;
      pointer++;
      compress = ++piece;
      continue;
    }
    let value = 0;
    let length = 0;
    while (length < 4 && hexDigit(at(pointer)) >= 0) {
      value = value * 16 + hexDigit(at(pointer));
      pointer++;
      length++;
    }
    if (at(pointer) === 0x2e) {
      if (length === 0 || piece > 6 || !readIpv4Tail(input, pointer - length, pieces, piece)) return undefined;
      piece += 2;
      break;
    }
    if (at(pointer) === 0x3a) {
      if (++pointer >= end) return undefined;
    } else if (pointer < end) {
      return undefined;
    }
    pieces[piece++] = value;
  }
  if (compress !== -1) {
    let swaps = piece - compress;
    for (let target = 7; target !== 0 && swaps > 0; target--, swaps--) {
      const source = compress + swaps - 1;
      const moved = pieces[source] as number;
      pieces[source] = pieces[target] as number;
      pieces[target] = moved;
    }
  } else if (piece !== 8) {
    return undefined;
  }
  return '[' + serializeIpv6(pieces) + ']';
}

/** Reads the four decimal numbers at the end of an IPv6 address into two pieces. */
function readIpv4Tail(input: string, from: number, pieces: number[], piece: number): boolean {
  const parts = splitDots(StringPrototypeSlice(input, from));
  if (parts.length !== 4) return false;
  for (let index = 0; index < 4; index++) {
    const part = parts[index] as string;
    if (part === '' || part.length > 3 || (part.length > 1 && StringPrototypeCharCodeAt(part, 0) === 0x30))
      return false;
    let value = 0;
    for (let digit = 0; digit < part.length; digit++) {
      const code = StringPrototypeCharCodeAt(part, digit) - 0x30;
      if (code < 0 || code > 9) return false;
      value = value * 10 + code;
    }
    if (value > 255) return false;
    const target = piece + (index >> 1);
    pieces[target] = (pieces[target] as number) * 256 + value;
  }
  return true;
}

function serializeIpv6(pieces: readonly number[]): string {
  const compress = longestZeroRun(pieces);
  let out = '';
  for (let index = 0; index < 8; index++) {
    if (index === compress) {
      out += index === 0 ? '::' : ':';
      while (index < 8 && pieces[index] === 0) index++;
      if (index === 8) break;
    }
    out += NumberPrototypeToString(pieces[index] as number, 16) + (index === 7 ? '' : ':');
  }
  return out;
}

/** Start of the first longest run of at least two zero pieces, or -1. */
function longestZeroRun(pieces: readonly number[]): number {
  let best = -1;
  let bestLength = 1;
  for (let index = 0; index < 8; index++) {
    let length = 0;
    while (index + length < 8 && pieces[index + length] === 0) length++;
    if (length > bestLength) {
      best = index;
      bestLength = length;
    }
    index += length;
  }
  return best;
}
