/**
 * Text from bytes, exact to the unit: NUL and lone surrogates stay, and no label of `TextDecoder` reads Latin-1.
 * @module
 */

const CHUNK_UNITS = 8192;
const SHORT_UNITS = 24;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** One byte a unit. */
export function readLatin1(bytes: Uint8Array, from: number, length: number): string {
  if (length <= SHORT_UNITS) {
    let text = '';
    for (let i = from; i < from + length; i++) text += String.fromCharCode(bytes[i] as number);
    return text;
  }
  const part = bytes.subarray(from, from + length);
  return readAscii(part) ?? fromUnits(part);
}

/** Two bytes a unit, low byte first, at any alignment. */
export function readUtf16(bytes: Uint8Array, from: number, length: number): string {
  const units = new Uint16Array(length);
  for (let i = 0, at = from; i < length; i++, at += 2) {
    units[i] = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  }
  return fromUnits(units);
}

/** The platform's decoder is the fastest way for ASCII, which is UTF-8 with as many units as bytes. */
function readAscii(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(ownMemory(bytes));
    return text.length === bytes.length ? text : undefined;
  } catch {
    return undefined; // not UTF-8 at all
  }
}

/** Browsers refuse to decode shared memory. */
function ownMemory(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
}

function fromUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let i = 0; i < units.length; i += CHUNK_UNITS) {
    text += String.fromCharCode.apply(null, units.subarray(i, i + CHUNK_UNITS) as unknown as number[]);
  }
  return text;
}
