/**
 * One engine: a WebAssembly instance with memory of its own, whose growth we bound.
 * @module
 */
import createModule from '@jitl/quickjs-ng-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-ng-wasmfile-release-sync/ffi';
import { SANDBOX_LIMITS } from '@nodetool-ai/protocol/core';
import type { EngineCallbacks, EngineFfi, EngineModule } from './ffi.js';
import { BASE_PAGES, GLUE, WASM_PAGE_BYTES } from './pinned.js';
import { type WasmMemory, type WasmModule, wasm } from './webassembly.js';

/** Pages of the largest guest: base memory plus the ceiling of `memoryLimitBytes`. */
const MAX_PAGES = BASE_PAGES + SANDBOX_LIMITS.memoryLimitBytes.ceiling / WASM_PAGE_BYTES;

/** Memory of one engine, with the bound that holds for its present run. */
export interface BoundedMemory {
  readonly memory: WasmMemory;
  /** Growth past this is refused. */
  capPages: number;
  /** Whether growth was refused since this was last set to `false`. */
  growthRefused: boolean;
  /** How often the engine has asked for the time of day. */
  clockReads: number;
}

/** A loaded engine. */
export interface LoadedEngine {
  module: EngineModule;
  ffi: EngineFfi;
  bounds: BoundedMemory;
}

function boundedMemory(): BoundedMemory {
  const memory = new wasm.Memory({ initial: BASE_PAGES, maximum: MAX_PAGES });
  const bounds: BoundedMemory = { memory, capPages: BASE_PAGES, growthRefused: false, clockReads: 0 };
  const grow = memory.grow.bind(memory);
  // The module grows its memory by asking its glue, which calls this method and takes an exception for "no".
  memory.grow = (pages: number): number => {
    if (memory.buffer.byteLength / WASM_PAGE_BYTES + pages > bounds.capPages) {
      bounds.growthRefused = true;
      throw new RangeError('guest memory is at its limit');
    }
    return grow(pages);
  };
  return bounds;
}

/** Local time of a guest is UTC, whatever the host's zone. */
function utcTime(memory: WasmMemory) {
  return {
    [GLUE.localtime]: (seconds: bigint, tm: number): void => {
      const fields = new Int32Array(memory.buffer, tm, 10);
      const date = new Date(Number(seconds) * 1000);
      const year = date.getUTCFullYear();
      const dayOfYear = (Date.UTC(year, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(year, 0, 1)) / 86_400_000;
      fields.set([
        date.getUTCSeconds(),
        date.getUTCMinutes(),
        date.getUTCHours(),
        date.getUTCDate(),
        date.getUTCMonth(),
        year - 1900,
        date.getUTCDay(),
        dayOfYear,
        0,
        0,
      ]);
    },
    [GLUE.tzset]: (timezone: number, daylight: number, standardName: number, daylightName: number): void => {
      const bytes = new Uint8Array(memory.buffer);
      new DataView(memory.buffer).setUint32(timezone, 0, true);
      new DataView(memory.buffer).setInt32(daylight, 0, true);
      for (const at of [standardName, daylightName]) bytes.set([0x55, 0x54, 0x43, 0], at); // "UTC"
    },
  };
}

/**
 * No environment variables. The glue would copy the path of the host's program and the language of the reader into the
 * guest's memory, where a fault of the engine could show them, and into every image that is made of it.
 */
function noEnvironment(memory: WasmMemory) {
  return {
    [GLUE.environment]: (): number => 0,
    [GLUE.environmentSizes]: (count: number, bytes: number): number => {
      for (const at of [count, bytes]) new DataView(memory.buffer).setUint32(at, 0, true);
      return 0;
    },
  };
}

/** Answers of an engine that nobody runs anything in. */
export const IDLE_CALLBACKS: EngineCallbacks = {
  callFunction: () => 0,
  shouldInterrupt: () => 0,
  loadModuleSource: () => 0,
  normalizeModule: () => 0,
  freeHostRef: () => undefined,
};

/**
 * Instantiates the compiled engine with fresh memory. Rejects only when the machine has no memory left to give.
 *
 * @param compiled - the engine's WebAssembly module, compiled once per thread
 */
export async function loadEngine(compiled: WasmModule): Promise<LoadedEngine> {
  const bounds = boundedMemory();
  const options = {
    wasmMemory: bounds.memory,
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports: { a: Record<string, unknown> }, done: (instance: object) => void): object {
      const { a } = imports;
      const readClock = a[GLUE.clock] as () => number;
      const clock = () => {
        bounds.clockReads++;
        return readClock();
      };
      const own = { ...utcTime(bounds.memory), ...noEnvironment(bounds.memory), [GLUE.clock]: clock };
      const instance = new wasm.Instance(compiled, { a: { ...a, ...own } });
      done(instance);
      return instance.exports;
    },
  };
  const module = await (createModule as unknown as (options: object) => Promise<EngineModule>)(options);
  module.callbacks = IDLE_CALLBACKS;
  const ffi = new (QuickJSFFI as unknown as new (module: EngineModule) => EngineFfi)(module);
  return { module, ffi, bounds };
}
