/**
 * A loaded engine with one runtime and one context, and the few operations that everything above is made of.
 * @module
 */
import { FIRST_PART, hasParts, splitPayload } from '../codec/payload.js';
import type { EngineEntry } from '../guest/entries.js';
import type { EngineCallbacks, EngineFfi, EngineModule, Pointer } from './ffi.js';
import type { BoundedMemory, LoadedEngine } from './load.js';
import { BASE_BYTES } from './pinned.js';

/** Flags of `QTS_Eval`. */
const EVAL_MODULE = 1;
const EVAL_COMPILE_ONLY = 1 << 5;

/** No job was waiting. */
export const NO_JOB = -1;

/** The engine could not give memory to the guest. */
export class GuestMemoryError extends Error {
  override name = 'GuestMemoryError';
}

/** Where an `ArrayBuffer` object keeps its record, and the record its length and the address of its bytes. */
export interface BufferLayout {
  record: number;
  length: number;
  data: number;
}

/** Addresses of a context and of what was prepared in it before its image was taken. */
export interface EngineAddresses {
  rt: Pointer;
  ctx: Pointer;
  /** Four bytes for out-parameters. */
  scratch: Pointer;
  /** Room for two argument pointers. */
  argv: Pointer;
  /** Guest functions that the host calls, by name. */
  entries: Record<string, Pointer>;
  /** A buffer that takes small values in without an allocation, and the address of its bytes. */
  mailbox: { buffer: Pointer; address: Pointer };
}

/** Bytes of the mailbox: most answers of bridges are smaller. */
const MAILBOX_BYTES = 4096;

const encoder = new TextEncoder();

/** One engine and its context. */
export class Engine {
  readonly module: EngineModule;
  readonly ffi: EngineFfi;
  readonly bounds: BoundedMemory;
  at: EngineAddresses;
  /** Stack limit of the last run: how far down its traces may reach. */
  stackBytes = 0;
  /** The image that the memory equals, until something runs. */
  equals: object | undefined;
  /** Whether nothing has run yet but the start of the instance, which leaves nothing behind above its own data. */
  isUntouched = true;
  private view: DataView | undefined;
  private viewOf: Uint8Array | undefined;
  /** `undefined` when the running engine is not the one whose inner state is known. */
  bufferLayout: BufferLayout | undefined;

  constructor(loaded: LoadedEngine, at: EngineAddresses) {
    this.module = loaded.module;
    this.ffi = loaded.ffi;
    this.bounds = loaded.bounds;
    this.at = at;
  }

  set callbacks(callbacks: EngineCallbacks) {
    this.module.callbacks = callbacks;
  }

  /** Whether the memory has grown since the engine was loaded. */
  get hasGrown(): boolean {
    return this.bounds.memory.buffer.byteLength > BASE_BYTES;
  }

  readUint32(address: Pointer): number {
    return this.memory().getUint32(address, true);
  }

  readInt32(address: Pointer): number {
    return this.memory().getInt32(address, true);
  }

  readUint64(address: Pointer): bigint {
    return this.memory().getBigUint64(address, true);
  }

  writeInt32(address: Pointer, value: number): void {
    this.memory().setInt32(address, value, true);
  }

  /** A view of the memory as it is now; made again when the memory has grown. */
  private memory(): DataView {
    const { HEAPU8 } = this.module;
    if (HEAPU8 !== this.viewOf) {
      this.viewOf = HEAPU8;
      this.view = new DataView(HEAPU8.buffer);
    }
    return this.view as DataView;
  }

  /** Allocates guest memory and copies bytes into it. */
  place(bytes: Uint8Array): Pointer {
    const address = this.module._malloc(Math.max(bytes.length, 1));
    if (address === 0) throw new GuestMemoryError('out of memory');
    this.module.HEAPU8.set(bytes, address);
    return address;
  }

  /** Places text as UTF-8 with a closing NUL; `length` counts without it. */
  placeText(text: string): { address: Pointer; length: number } {
    const bytes = encoder.encode(text);
    const address = this.module._malloc(bytes.length + 1);
    if (address === 0) throw new GuestMemoryError('out of memory');
    this.module.HEAPU8.set(bytes, address);
    this.module.HEAPU8[address + bytes.length] = 0;
    return { address, length: bytes.length };
  }

  /** A guest function that the host calls. */
  entry(name: EngineEntry): Pointer {
    return this.at.entries[name] as Pointer;
  }

  /** Makes the mailbox; its address stays right for as long as the memory that it was made in. */
  makeMailbox(): void {
    const address = this.module._malloc(MAILBOX_BYTES);
    this.at.mailbox = { buffer: this.ffi.QTS_NewArrayBuffer(this.at.ctx, address, MAILBOX_BYTES), address };
  }

  free(value: Pointer): void {
    this.ffi.QTS_FreeValuePointer(this.at.ctx, value);
  }

  /** Takes the pending exception out of a returned value: the error's pointer, or 0 when there was none. */
  exception(value: Pointer): Pointer {
    return this.ffi.QTS_ResolveException(this.at.ctx, value);
  }

  /** Turns a payload into its envelope in the guest, with the byte arrays beside it hung in. Runs no guest code. */
  decode(payload: Uint8Array): Pointer {
    if (!hasParts(payload)) return this.decodeTree(payload);
    const { envelope, parts } = splitPayload(payload);
    const value = this.decodeTree(envelope);
    try {
      for (let index = 0; index < parts.length; index++)
        this.setElement(value, FIRST_PART + index, parts[index] as Uint8Array);
    } catch (error) {
      this.free(value);
      throw error;
    }
    return value;
  }

  /** The element exists: no setter is met. */
  private setElement(array: Pointer, index: number, bytes: Uint8Array): void {
    const { ctx } = this.at;
    const buffer = this.newBuffer(bytes);
    const key = this.ffi.QTS_NewFloat64(ctx, index);
    this.ffi.QTS_SetProp(ctx, array, key, buffer);
    this.free(key);
    this.free(buffer);
  }

  /** A guest buffer with a copy of bytes. */
  private newBuffer(bytes: Uint8Array): Pointer {
    const buffer = this.ffi.QTS_NewArrayBuffer(this.at.ctx, this.place(bytes), bytes.length);
    const error = this.exception(buffer);
    if (error === 0) return buffer;
    this.free(error);
    throw new GuestMemoryError('out of memory');
  }

  private decodeTree(bytes: Uint8Array): Pointer {
    const { ctx, mailbox } = this.at;
    const isSmall = bytes.length <= MAILBOX_BYTES;
    if (isSmall) this.module.HEAPU8.set(bytes, mailbox.address);
    const buffer = isSmall ? mailbox.buffer : this.newBuffer(bytes);
    const value = this.ffi.QTS_bjson_decode(ctx, buffer);
    if (!isSmall) this.free(buffer);
    const error = this.exception(value);
    if (error !== 0) {
      this.free(error);
      throw new GuestMemoryError('out of memory');
    }
    return value;
  }

  /** Bytes of a guest value in the binary object format, copied out, or `undefined` when it cannot be written. */
  encode(value: Pointer): Uint8Array | undefined {
    const { ctx } = this.at;
    const buffer = this.ffi.QTS_bjson_encode(ctx, value);
    const error = this.exception(buffer);
    if (error !== 0) {
      this.free(error);
      return undefined;
    }
    const bytes = this.copyBuffer(buffer);
    this.free(buffer);
    return bytes;
  }

  /** Copies the bytes of an `ArrayBuffer` out; `undefined` when there are fewer, or no memory for the engine's own copy. */
  copyBuffer(buffer: Pointer, from = 0, count?: number): Uint8Array | undefined {
    const { address, length } = this.bufferAt(buffer);
    const wanted = count ?? length - from;
    if (wanted === 0) return new Uint8Array(0);
    const isInside = from >= 0 && wanted >= 0 && from + wanted <= length && address !== 0;
    const bytes = isInside ? this.module.HEAPU8.slice(address + from, address + from + wanted) : undefined;
    if (this.bufferLayout === undefined && address !== 0) this.module._free(address);
    // A broken heap may give any numbers.
    return bytes?.length === wanted ? bytes : undefined;
  }

  /** Where bytes of an `ArrayBuffer` lie, without a copy; `undefined` when there are fewer, or nobody knows. */
  windowOf(buffer: Pointer, from: number, count: number): Pointer | undefined {
    if (this.bufferLayout === undefined) return undefined;
    const { address, length } = this.bufferAt(buffer);
    return from >= 0 && count >= 0 && from + count <= length && address !== 0 ? address + from : undefined;
  }

  /** The engine's own function copies the bytes within guest memory, so that they are looked up where that is known. */
  private bufferAt(buffer: Pointer): { address: Pointer; length: number } {
    const { bufferLayout } = this;
    if (bufferLayout === undefined) {
      const length = this.ffi.QTS_GetArrayBufferLength(this.at.ctx, buffer);
      return { address: this.ffi.QTS_GetArrayBuffer(this.at.ctx, buffer), length };
    }
    const record = this.readUint32(this.readUint32(buffer) + bufferLayout.record);
    return {
      address: this.readUint32(record + bufferLayout.data),
      length: this.readUint32(record + bufferLayout.length),
    };
  }

  /** Calls a guest function with at most two arguments. The arguments stay the caller's. */
  call(fn: Pointer, first?: Pointer, second?: Pointer): Pointer {
    const { ctx, argv } = this.at;
    let count = 0;
    if (first !== undefined) this.writeInt32(argv + 4 * count++, first);
    if (second !== undefined) this.writeInt32(argv + 4 * count++, second);
    return this.ffi.QTS_Call(ctx, fn, this.ffi.QTS_GetUndefined(), count, argv);
  }

  /** Evaluates a module: its namespace, or a promise of it when evaluation waits for something. */
  evaluateModule(source: string, id: string): Pointer {
    return this.evaluate(source, id, EVAL_MODULE);
  }

  /** Evaluates a script in the global scope. */
  evaluateScript(source: string, id: string): Pointer {
    return this.evaluate(source, id, 0);
  }

  /** Compiles a module without linking or running it. */
  compileModule(source: string, id: string): Pointer {
    return this.evaluate(source, id, EVAL_MODULE | EVAL_COMPILE_ONLY);
  }

  private evaluate(source: string, id: string, flags: number): Pointer {
    const text = this.placeText(source);
    const value = this.ffi.QTS_Eval(this.at.ctx, text.address, text.length, id, 0, flags);
    this.module._free(text.address);
    return value;
  }

  /** Whether a job waits. */
  get hasJob(): boolean {
    return this.ffi.QTS_IsJobPending(this.at.rt) !== 0;
  }

  /** Runs one waiting job: {@link NO_JOB}, 0 when it ran, or the error with which the engine stopped it. */
  runJob(): Pointer | typeof NO_JOB {
    const { rt, ctx, scratch } = this.at;
    if (this.ffi.QTS_IsJobPending(rt) === 0) return NO_JOB;
    const outcome = this.ffi.QTS_ExecutePendingJob(rt, 1, scratch);
    const error = this.exception(outcome);
    this.ffi.QTS_FreeValuePointer(ctx, outcome);
    return error;
  }
}

/** A guest string; NUL ends it, so that it is for our own texts only. */
export function newText(engine: Engine, text: string): Pointer {
  const { address } = engine.placeText(text);
  const value = engine.ffi.QTS_NewString(engine.at.ctx, address);
  engine.module._free(address);
  return value;
}

/** Reads a property of a guest object by name. */
export function readProperty(engine: Engine, object: Pointer, name: string): Pointer {
  const key = newText(engine, name);
  const value = engine.ffi.QTS_GetProp(engine.at.ctx, object, key);
  engine.free(key);
  return value;
}

/** Sets a property of a guest object by name. */
export function writeProperty(engine: Engine, object: Pointer, name: string, value: Pointer): void {
  const key = newText(engine, name);
  engine.ffi.QTS_SetProp(engine.at.ctx, object, key, value);
  engine.free(key);
}
