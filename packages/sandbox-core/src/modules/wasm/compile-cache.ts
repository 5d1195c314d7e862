/**
 * Compiled WASM modules by what is in them, so that runs that share a binary compile it once.
 * @module
 */
import { type WasmModule, wasm } from '../../engine/webassembly.js';
import { hexOf } from '../../hex.js';
import type { WasmBinary } from './admit.js';

/** Compiled modules kept, and bytes of their binaries: code can take twenty times the space of its binary. */
const MAX_COMPILED = 16;
const MAX_COMPILED_BYTES = 16 * 1024 * 1024;

/** Compiles binaries. The key is a digest made here: the one that a catalog names is only its word. */
export class WasmCompileCache {
  /** The one that was used longest ago comes first. */
  private readonly compiled = new Map<string, { module: Promise<WasmModule>; bytes: number }>();
  private readonly keys = new WeakMap<WasmBinary, Promise<string>>();
  private uniqueKeys = 0;

  constructor(private readonly compile: (bytes: Uint8Array) => Promise<WasmModule> = (bytes) => wasm.compile(bytes)) {}

  /** Rejects with the engine's error; a compilation that failed is not kept. */
  async get(binary: WasmBinary): Promise<WasmModule> {
    const key = await this.keyOf(binary);
    const known = this.compiled.get(key);
    if (known !== undefined) {
      this.compiled.delete(key);
      this.compiled.set(key, known);
      return known.module;
    }
    const { length } = binary.bytes;
    this.makeRoom(length);
    const made = { module: this.compile(binary.bytes), bytes: length };
    this.compiled.set(key, made);
    try {
      return await made.module;
    } catch (error) {
      if (this.compiled.get(key) === made) this.compiled.delete(key);
      throw error;
    }
  }

  private makeRoom(bytes: number): void {
    let total = bytes;
    for (const entry of this.compiled.values()) total += entry.bytes;
    for (const [key, entry] of this.compiled) {
      if (this.compiled.size < MAX_COMPILED && total <= MAX_COMPILED_BYTES) return;
      this.compiled.delete(key);
      total -= entry.bytes;
    }
  }

  private keyOf(binary: WasmBinary): Promise<string> {
    const known = this.keys.get(binary);
    if (known !== undefined) return known;
    const made = this.digest(binary.bytes);
    this.keys.set(binary, made);
    return made;
  }

  private async digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    // A page without TLS has no digests; there each binary is compiled for itself.
    const subtle = globalThis.crypto?.subtle;
    if (subtle === undefined) return `unique ${++this.uniqueKeys}`;
    const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
    return hexOf(digest);
  }
}
