/**
 * UTF-8 of long texts, part by part: memory for the whole of one costs the thread more than encoding it.
 * @module
 */

const PART_BYTES = 262_144;

const encoder = new TextEncoder();

/** The bytes of a text in order. Each part is overwritten by the next. */
export function* utf8Parts(text: string): Generator<Uint8Array<ArrayBuffer>, void> {
  const part = new Uint8Array(Math.min(PART_BYTES, text.length * 3));
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(text.slice(at, at + PART_BYTES), part);
    yield part.subarray(0, written);
    at += read;
  }
}

/** Whether a text is longer than `maxBytes` in UTF-8, where a lone surrogate takes three bytes. */
export function isLongerInUtf8(text: string, maxBytes: number): boolean {
  // No UTF-16 unit takes less than one byte, and none more than three.
  if (text.length > maxBytes || text.length * 3 <= maxBytes) return text.length > maxBytes;
  let bytes = 0;
  for (const part of utf8Parts(text)) bytes += part.length;
  return bytes > maxBytes;
}
