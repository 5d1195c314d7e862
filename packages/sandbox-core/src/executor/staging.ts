/**
 * Takes values out of a guest: their bytes are kept until the guest says what they are for.
 * @module
 */
import { encodeEnvelope } from '../codec/encode.js';
import { joinPayload } from '../codec/payload.js';
import { scanRaw } from '../codec/scan-raw.js';
import { type Engine, GuestMemoryError } from '../engine/engine.js';
import type { Pointer } from '../engine/ffi.js';
import type { GuestImage } from '../engine/image.js';
import { WASM_PAGE_BYTES } from '../engine/pinned.js';
import { MIN_BYTES_BESIDE } from '../guest-limits.js';
import type { Interrupts } from './interrupts.js';

/** Memory that the engine's own writer may claim for one attempt: 16 MiB. */
const ATTEMPT_PAGES = 256;
/** Bytes that ride beside one value: no guest holds more. A shared buffer rides once for each place. */
const MAX_PART_BYTES = 512 * 1024 * 1024;
/** A guest sends none that is smaller, except one that was taken away meanwhile. */
const MAX_PARTS = MAX_PART_BYTES / MIN_BYTES_BESIDE;
/** Mode of a value that the guest's own code has packed. */
const PACKED = -1;

/** A byte array beside a value: where it lies in the guest, or a copy of it. */
type Part = Uint8Array | { address: Pointer; length: number };

/** The one value a guest has staged, and the byte arrays that ride beside it. */
export class Staging {
  private staged: Uint8Array | undefined;
  private parts: Part[] = [];
  private partBytes = 0;

  /** `mentionsToJSON`: whether the program, or what it imports, may have given an object that method. */
  constructor(
    private readonly engine: Engine,
    private readonly image: GuestImage,
    private readonly interrupts: Interrupts,
    private readonly mentionsToJSON: boolean,
  ) {}

  /**
   * Keeps the bytes of a value. Answers the guest `true` when they are right as they are, with where to look when only
   * the guest can tell, and with nothing when the guest must pack the value.
   */
  stage(value: Pointer, mode: number): Pointer {
    if (mode !== PACKED) this.forgetParts();
    // Without the counter's address nothing would keep the writer from running guest code.
    const mayWrite = mode === PACKED || this.image.offsets !== undefined;
    this.staged = mayWrite ? this.writeNatively(value, mode !== PACKED) : undefined;
    if (this.staged === undefined) return 0;
    if (mode === PACKED) {
      // No guest code has run since the guest named its parts, and it still holds them.
      const { HEAPU8 } = this.engine.module;
      const bytes = (part: Part) =>
        part instanceof Uint8Array ? part : HEAPU8.subarray(part.address, part.address + part.length);
      this.staged = joinPayload(this.staged, this.parts.map(bytes));
      this.forgetParts();
      return this.yes();
    }
    const judged = scanRaw(this.staged, mode as 0 | 1 | 2);
    if (judged.verdict === 'pack') return 0;
    if (judged.verdict === 'raw') return this.yes();
    return this.mentionsToJSON ? this.lookAt(judged.keys, judged.inArrays) : this.lookAt([], false);
  }

  /** Keeps bytes that ride beside the value which is staged next. */
  addPart(buffer: Pointer, byteOffset: number, byteLength: number): Pointer {
    // A length below 0 would make room for others in the sum.
    const fits = byteLength >= 0 && this.partBytes + byteLength <= MAX_PART_BYTES && this.parts.length < MAX_PARTS;
    if (!fits) throw new GuestMemoryError('out of memory');
    this.partBytes += byteLength;
    this.parts.push(this.partOf(buffer, byteOffset, byteLength));
    return this.yes();
  }

  private partOf(buffer: Pointer, byteOffset: number, length: number): Part {
    const address = this.engine.windowOf(buffer, byteOffset, length);
    if (address !== undefined) return { address, length };
    const bytes = this.engine.copyBuffer(buffer, byteOffset, length);
    if (bytes === undefined) throw new GuestMemoryError('out of memory');
    return bytes;
  }

  private forgetParts(): void {
    this.parts = [];
    this.partBytes = 0;
  }

  /** Hands over what is staged. */
  take(): Uint8Array {
    const bytes = this.staged;
    if (bytes === undefined) throw new Error('the guest named a value that it had not staged');
    this.staged = undefined;
    return bytes;
  }

  private yes(): Pointer {
    return this.engine.ffi.QTS_DupValuePointer(this.engine.at.ctx, this.engine.ffi.QTS_GetTrue());
  }

  private lookAt(keys: readonly string[] | null, inArrays: boolean): Pointer {
    const { engine } = this;
    const envelope = engine.decode(encodeEnvelope([keys, inArrays]));
    const tree = engine.ffi.QTS_GetPropNumber(engine.at.ctx, envelope, 0);
    engine.free(envelope);
    return tree;
  }

  /**
   * The engine's own writer must run no guest code: the first step of any ends the attempt. When memory runs out it
   * leaves bytes away without a word, so that what it wrote is worth nothing.
   */
  private writeNatively(value: Pointer, isAttempt: boolean): Uint8Array | undefined {
    const { bounds } = this.engine;
    const { capPages, growthRefused } = bounds;
    // An attempt that needs much memory is given up: packing takes large bytes out beside the tree.
    if (isAttempt)
      bounds.capPages = Math.min(capPages, bounds.memory.buffer.byteLength / WASM_PAGE_BYTES + ATTEMPT_PAGES);
    bounds.growthRefused = false;
    try {
      const bytes = this.interrupts.closed(() => this.engine.encode(value));
      return bounds.growthRefused ? undefined : bytes;
    } finally {
      bounds.capPages = capPages;
      bounds.growthRefused = growthRefused || (!isAttempt && bounds.growthRefused);
    }
  }
}
