/**
 * The part of WebAssembly's interface that we use. The language's own library does not declare it, and the browser's
 * library would declare far too much.
 * @module
 */

/** A compiled module; can be shared with workers. */
export type WasmModule = object & { readonly wasmModule?: never };

/** Linear memory. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WasmInterface {
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
  Instance: new (module: WasmModule, imports: Record<string, Record<string, unknown>>) => { exports: object };
  compile(bytes: Uint8Array): Promise<WasmModule>;
  validate(bytes: Uint8Array): boolean;
}

export const wasm = (globalThis as unknown as { WebAssembly: WasmInterface }).WebAssembly;
