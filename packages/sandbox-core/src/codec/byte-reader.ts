/**
 * Reads the engine's format: numbers, text and bigints, and never past the end.
 * @module
 */
import { CodecError, malformed } from './codec-error.js';
import { readLatin1, readUtf16 } from './strings.js';

/** The engine's own bigints end at an eighth of this. */
const MAX_BIGINT_BYTES = 1 << 20;

/** A place in hostile bytes. All of it throws a `CodecError` and nothing else. */
export class ByteReader {
  protected at = 0;
  protected readonly end: number;
  protected readonly view: DataView;

  constructor(protected readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.length;
  }

  protected byte(): number {
    if (this.at >= this.end) throw malformed('bytes end too early');
    return this.bytes[this.at++] as number;
  }

  /** A number below 2 ** 32, seven bits a byte, the lowest first. */
  protected leb(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += shift < 28 ? (byte & 127) << shift : (byte & 15) * 0x1000_0000;
      if (byte < 128) return value;
    }
    throw malformed('a number that does not end');
  }

  protected need(count: number): void {
    if (count > this.end - this.at) throw malformed('bytes end too early');
  }

  /** A number of items that take at least `itemBytes` each, so no more than the bytes that are left. */
  protected count(itemBytes: number): number {
    const count = this.leb();
    this.need(count * itemBytes);
    return count;
  }

  protected uint32(): number {
    this.need(4);
    const value = this.view.getUint32(this.at, true);
    this.at += 4;
    return value;
  }

  protected int32(): number {
    const zigzag = this.leb();
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  protected float64(): number {
    this.need(8);
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  protected string(): string {
    const word = this.leb();
    const length = word >>> 1;
    const isWide = (word & 1) === 1;
    this.need(isWide ? length * 2 : length);
    const from = this.at;
    this.at += isWide ? length * 2 : length;
    return isWide ? readUtf16(this.bytes, from, length) : readLatin1(this.bytes, from, length);
  }

  protected bigint(): bigint {
    const count = this.leb();
    this.need(count);
    if (count > MAX_BIGINT_BYTES)
      throw new CodecError('budget', 'the value holds a bigint of more than a million bytes');
    let hex = '';
    for (let i = this.at + count - 1; i >= this.at; i--) hex += (this.bytes[i] as number).toString(16).padStart(2, '0');
    this.at += count;
    return count === 0 ? 0n : BigInt.asIntN(count * 8, BigInt(`0x${hex}`));
  }
}
