/**
 * Base64 on the host (RFC 4648): texts a guest wrote, so that damaged ones are told apart from whole ones.
 * @module
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NONE = 255;
const SPACE = 254;
const PADDING = 0x3d;
const VALUES = new Uint8Array(256).fill(NONE);
for (let value = 0; value < 64; value++) VALUES[ALPHABET.charCodeAt(value)] = value;
VALUES[0x2d] = 62; // `-` and `_` of the URL alphabet
VALUES[0x5f] = 63;
for (const space of '\t\n\f\r ') VALUES[space.charCodeAt(0)] = SPACE;

/** Characters turned into text at once. */
const CHUNK = 8192;

/** Bytes that a base64 text stands for, counted without decoding it; what does not belong to it is counted as well. */
export function base64Bytes(text: string): number {
  let digits = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === PADDING || VALUES[code] === SPACE) digits--;
  }
  return bytesOfDigits(digits);
}

function bytesOfDigits(digits: number): number {
  return Math.floor((digits * 3) / 4);
}

/**
 * Bytes of base64 text in the standard or the URL alphabet; white space is skipped, padding may be left out.
 *
 * @throws TypeError that starts with `what` for any other character, and for a text that ends in the middle of a byte
 *   (RFC 4648 section 3.5): it was cut off, and its bytes would be a part taken for the whole
 */
export function decodeBase64(text: string, what: string): Uint8Array {
  let end = text.length;
  while (end > 0 && VALUES[text.charCodeAt(end - 1)] === SPACE) end--;
  let padding = 0;
  while (padding < 2 && text.charCodeAt(end - 1 - padding) === PADDING) padding++;
  end -= padding;
  const bytes = new Uint8Array(bytesOfDigits(end));
  let at = 0;
  let bits = 0;
  let held = 0;
  let digits = 0;
  for (let index = 0; index < end; index++) {
    const value = VALUES[text.charCodeAt(index)] ?? NONE;
    if (value === SPACE) continue;
    if (value === NONE) throw new TypeError(`${what} is not base64: character ${index + 1} does not belong to it`);
    digits++;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
  }
  const isWhole = held < 6 && (bits & ((1 << held) - 1)) === 0 && (padding === 0 || (digits + padding) % 4 === 0);
  if (!isWhole) throw new TypeError(`${what} is not complete base64: its end is missing or damaged`);
  return bytes.subarray(0, at);
}

/** Padded base64 in the standard alphabet. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  }
  return btoa(text);
}
