/**
 * Reads the parts that WebAssembly binaries are made of, never past their end.
 * @module
 */

/** What about a WASM module is at fault. */
export type WasmConcern = 'invalid' | 'imports' | 'memory' | 'export';

/** A binary that cannot be accepted. The text names the byte. */
export class WasmFormatError extends Error {
  override readonly name = 'WasmFormatError';

  constructor(
    message: string,
    readonly concern: WasmConcern,
  ) {
    super(message);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes of a binary from `at` up to `end`. */
export class WasmReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
    readonly end: number = bytes.length,
  ) {}

  get left(): number {
    return this.end - this.at;
  }

  byte(what: string): number {
    this.need(1, what);
    return this.bytes[this.at++] as number;
  }

  /** Unsigned LEB128 of at most 32 bits (core specification, 5.2.2). */
  u32(what: string): number {
    const start = this.at;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte(what);
      // The fifth byte holds the last four bits and cannot go on.
      if (shift === 28 && byte > 0x0f) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return this.fail(`${what} is not an unsigned LEB128 number of 32 bits`, start);
  }

  /** Steps over a signed LEB128 number of 33 bits: the index of a heap type. */
  skipS33(what: string): void {
    const start = this.at;
    for (let count = 0; count < 5; count++) if (this.byte(what) < 0x80) return;
    this.fail(`${what} is not a signed LEB128 number of 33 bits`, start);
  }

  name(what: string): string {
    const part = this.part(this.u32(`the length of ${what}`), what);
    try {
      return utf8.decode(this.bytes.subarray(part.at, part.end));
    } catch {
      return this.fail(`${what} is not UTF-8`, part.at);
    }
  }

  /** The next `length` bytes as a reader of their own. */
  part(length: number, what: string): WasmReader {
    this.need(length, what);
    const part = new WasmReader(this.bytes, this.at, this.at + length);
    this.at += length;
    return part;
  }

  fail(problem: string, at: number = this.at, concern: WasmConcern = 'invalid'): never {
    throw new WasmFormatError(`${problem} (byte ${at})`, concern);
  }

  private need(length: number, what: string): void {
    if (this.left >= length) return;
    this.fail(`truncated: ${what} needs ${length} ${length === 1 ? 'byte' : 'bytes'}, ${this.left} are left`);
  }
}
