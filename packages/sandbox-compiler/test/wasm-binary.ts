/**
 * Small WebAssembly binaries, put together from bytes.
 * @module
 */

const I64 = 0x7e;

/** What a binary holds besides a function `f` that does nothing. */
export interface WasmBinaryOptions {
  /** Its function takes one `i64`. */
  takesI64?: boolean;
  /** Declared maximum of its memory, in pages. */
  memoryPages?: number;
  /** It imports a function. */
  hasImport?: boolean;
  /** Bytes of a custom section that means nothing. */
  paddingBytes?: number;
}

/** Puts one together. */
export function wasmBinary({ takesI64, memoryPages, hasImport, paddingBytes }: WasmBinaryOptions = {}): Uint8Array {
  const parts: (readonly number[] | Uint8Array)[] = [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    section(1, [1, 0x60, ...(takesI64 ? [1, I64] : [0]), 0]),
  ];
  if (hasImport) parts.push(section(2, [1, 1, 0x6d, 1, 0x66, 0, 0]));
  parts.push(section(3, [1, 0]));
  if (memoryPages !== undefined) parts.push(section(5, [1, 1, 0, memoryPages]));
  parts.push(section(7, [1, 1, 0x66, 0, hasImport ? 1 : 0]), section(10, [1, 2, 0, 0x0b]));
  if (paddingBytes !== undefined) parts.push([0, ...leb(paddingBytes)], new Uint8Array(paddingBytes));
  return Uint8Array.from(Buffer.concat(parts.map((part) => Uint8Array.from(part))));
}

function section(id: number, body: readonly number[]): number[] {
  return [id, ...leb(body.length), ...body];
}

/** Unsigned LEB128. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}
