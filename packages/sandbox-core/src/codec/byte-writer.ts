/**
 * A growing byte buffer with the primitives of the engine's format.
 * @module
 */

const encoder = new TextEncoder();
/** From here on the platform's own encoder beats a loop. */
const LONG_STRING = 32;

/** Appends numbers, strings and bytes; grows by doubling. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;
  private view: DataView;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Unsigned 32-bit LEB128. */
  leb(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** A tag and an int32 as zigzag LEB128. */
  int32(tag: number, value: number): void {
    this.byte(tag);
    this.leb(((value << 1) ^ (value >> 31)) >>> 0);
  }

  float64(tag: number, value: number): void {
    this.reserve(9);
    this.bytes[this.length] = tag;
    this.view.setFloat64(this.length + 1, value, true);
    this.length += 9;
  }

  /** `length * 2 + wide`, then Latin-1 bytes or UTF-16LE units. Lone surrogates and NUL stay. */
  string(text: string): void {
    const { length } = text;
    this.leb(length * 2);
    this.reserve(length);
    const start = this.length;
    const { bytes } = this;
    if (length >= LONG_STRING) {
      // Only for pure ASCII does UTF-8 have as many bytes as the text has units.
      const { read, written } = encoder.encodeInto(text, bytes.subarray(start, start + length));
      if (read === length && written === length) {
        this.length = start + length;
        return;
      }
    }
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 255) {
        this.length = start;
        this.wideString(text);
        return;
      }
      bytes[start + i] = unit;
    }
    this.length = start + length;
  }

  raw(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Copies what was written; few bytes are copied faster one by one. */
  copyTo(target: Uint8Array, at: number): void {
    const { bytes, length } = this;
    if (length > LONG_STRING) target.set(bytes.subarray(0, length), at);
    else for (let i = 0; i < length; i++) target[at + i] = bytes[i] as number;
  }

  private wideString(text: string): void {
    const { length } = text;
    // The length word differs in its lowest bit only, and has been written already.
    this.length -= lebSize(length * 2);
    this.leb(length * 2 + 1);
    this.reserve(length * 2);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      bytes[at++] = unit & 255;
      bytes[at++] = unit >> 8;
    }
    this.length = at;
  }
}

/** What two writers hold, one after the other, in a buffer of its own. */
export function joined(first: ByteWriter, second: ByteWriter): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  first.copyTo(whole, 0);
  second.copyTo(whole, first.length);
  return whole;
}

/** A larger one is not worth keeping. */
const MAX_KEPT_BYTES = 64 * 1024;
const kept: ByteWriter[] = [];

/** A writer that is empty: to make a buffer costs more than to write a small value. Give it back with {@link giveBack}. */
export function borrowWriter(): ByteWriter {
  const writer = kept.pop() ?? new ByteWriter(4096);
  writer.length = 0;
  return writer;
}

/** Keeps a writer for the next value. */
export function giveBack(writer: ByteWriter): void {
  if (writer.bytes.length <= MAX_KEPT_BYTES) kept.push(writer);
}

function lebSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 127; rest >>>= 7) size++;
  return size;
}
