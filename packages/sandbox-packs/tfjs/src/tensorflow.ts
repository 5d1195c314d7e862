/**
 * Loads TensorFlow.js and keeps it clean: one call at a time, every tensor gone after it.
 * @module
 */
import { libraryReason, PackError, PackFormatError, PackLimitError } from '@nodetool-ai/sandbox-pack-kit';
import * as tensorflow from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { withMemoryCap } from './memory-cap.js';

/** The library. */
export type TensorFlow = typeof tensorflow;

/** Where its WebAssembly lies: a folder or an address, with a slash at its end. */
export type WasmPlace = () => string;

type Backend = 'wasm' | 'cpu';

let isPrepared = false;
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` with a backend set. Tensors that it leaves behind, also by failing, are disposed.
 * @param what - names the input in the error for a failure inside the library
 * @throws {PackFormatError} `tfjs.bad-format`: the library failed
 */
export function withTensorFlow<T>(
  where: string,
  what: string,
  wasmPlace: WasmPlace,
  backend: Backend,
  work: (tf: TensorFlow) => Promise<T>,
): Promise<T> {
  // The backend is a setting of the whole library.
  const turn = lastTurn.then(async () => {
    await useBackend(wasmPlace, backend);
    const engine = tensorflow.engine();
    const before = new Set(Object.keys(engine.registeredVariables));
    engine.startScope();
    let hasFailed = false;
    try {
      return await withMemoryCap(tensorflow, where, () => work(tensorflow));
    } catch (error) {
      // What it took until then stays with it.
      if (error instanceof PackLimitError) hasFailed = true;
      if (error instanceof PackError) throw error;
      hasFailed = true;
      throw new PackFormatError(
        where,
        'bad-format',
        `${what} failed: ${libraryReason(error)}`,
        'Check shapes and sizes',
      );
    } finally {
      engine.endScope();
      // Scopes leave variables alone: those of an optimizer, or of a model that failed half-way.
      for (const [name, variable] of Object.entries(engine.registeredVariables))
        if (!before.has(name)) variable.dispose();
      // A WebAssembly module that gave up once never answers again.
      if (hasFailed && tensorflow.getBackend() === 'wasm') renewWasm();
    }
  });
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function useBackend(wasmPlace: WasmPlace, backend: Backend): Promise<void> {
  if (!isPrepared) {
    isPrepared = true;
    // Without it the library advertises on the console.
    tensorflow.enableProdMode();
    setWasmPaths(wasmPlace());
    // Threads would be started from scripts made at run time.
    tensorflow.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  }
  if (tensorflow.getBackend() === backend) return;
  const isSet = await withoutProcessListeners(() => tensorflow.setBackend(backend).catch(() => false));
  if (!isSet) await tensorflow.setBackend('cpu');
  await tensorflow.ready();
}

/** The Node build of the WebAssembly backend makes every rejection that nobody waits for end the process. */
async function withoutProcessListeners<T>(work: () => Promise<T>): Promise<T> {
  if (typeof process === 'undefined' || typeof process.listeners !== 'function') return work();
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')));
  try {
    return await work();
  } finally {
    for (const [at, event] of events.entries()) {
      for (const listener of process.listeners(event as 'uncaughtException'))
        if (!before[at]?.has(listener)) process.removeListener(event, listener);
    }
  }
}

function renewWasm(): void {
  const factory = tensorflow.findBackendFactory('wasm');
  if (!factory) return;
  tensorflow.removeBackend('wasm');
  tensorflow.registerBackend('wasm', factory, 2);
}
