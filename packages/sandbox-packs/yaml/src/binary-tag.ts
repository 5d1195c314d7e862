/**
 * The `!!binary` tag without `atob` and `btoa`, which a guest does not have.
 * @module
 */
import { binaryTag, NOT_RESOLVED } from 'js-yaml';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PATTERN = /^[A-Za-z0-9+/]*={0,2}$/;

/** Gives the library's tag its own base64, once, in place: every schema refers to the one tag. */
export function replaceBinaryTag(): void {
  binaryTag.resolve = (source) => readBase64(source.replace(/\s/g, '')) ?? NOT_RESOLVED;
  binaryTag.represent = writeBase64;
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !PATTERN.test(text)) return undefined;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let length = 0;
  for (let at = 0; at < digits.length; at += 1) {
    bits = ((bits & 0xffff) << 6) | DIGITS.indexOf(digits.charAt(at));
    // Each digit after the first of a group of four completes a byte.
    if (at % 4 > 0) {
      bytes[length] = bits >> (6 - 2 * (at % 4));
      length += 1;
    }
  }
  return bytes;
}

function writeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const left = bytes.length - at;
    text += DIGITS.charAt(bits >> 18) + DIGITS.charAt((bits >> 12) & 63);
    text += (left > 1 ? DIGITS.charAt((bits >> 6) & 63) : '=') + (left > 2 ? DIGITS.charAt(bits & 63) : '=');
  }
  return text;
}
