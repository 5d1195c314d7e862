/** quickjs-emscripten-core used directly: a new runtime and context per run in one shared memory; values travel as JSON text. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';

/** @typedef {import('quickjs-emscripten-core').QuickJSContext} Context */
/** @typedef {import('quickjs-emscripten-core').QuickJSHandle} Handle */

/** @returns {Promise<import('../workloads.mjs').Candidate>} */
export async function raw() {
  const engine = await newQuickJSWASMModuleFromVariant(/** @type {any} */ (variant));

  /**
   * @template T
   * @param {string} code
   * @param {(context: Context) => void} prepare
   * @param {(context: Context, result: Handle) => T | Promise<T>} read
   */
  const inContext = async (code, prepare, read) => {
    const runtime = engine.newRuntime();
    const context = runtime.newContext();
    try {
      prepare(context);
      const result = context.unwrapResult(context.evalCode(code));
      const value = await read(context, result);
      result.dispose();
      return value;
    } finally {
      context.dispose();
      runtime.dispose();
    }
  };
  const set = (/** @type {Context} */ context, /** @type {string} */ name, /** @type {Handle} */ handle) => {
    context.setProp(context.global, name, handle);
    handle.dispose();
  };

  return {
    name: 'quickjs-emscripten-core 0.32.0, new context',
    empty: () =>
      inContext(
        '1',
        () => {},
        (context, result) => context.getNumber(result),
      ),
    rows: async (rows) =>
      JSON.parse(
        await inContext(
          'JSON.stringify(JSON.parse(text))',
          (context) => set(context, 'text', context.newString(JSON.stringify(rows))),
          (context, result) => context.getString(result),
        ),
      ),
    calls: (count, call) =>
      inContext(
        `(async () => { let n = 0; for (let i = 0; i < ${count}; i++) n += await call(i); return n })()`,
        (context) =>
          set(
            context,
            'call',
            context.newFunction('call', (argument) => {
              const promise = context.newPromise();
              const value = call(context.getNumber(argument));
              promise.resolve(context.newNumber(value));
              return promise.handle;
            }),
          ),
        async (context, result) => {
          const settled = context.resolvePromise(result);
          context.runtime.executePendingJobs();
          const handle = context.unwrapResult(await settled);
          const value = context.getNumber(handle);
          handle.dispose();
          return value;
        },
      ),
    bytes: (bytes) =>
      inContext(
        'bytes',
        (context) => set(context, 'bytes', context.newArrayBuffer(/** @type {ArrayBuffer} */ (bytes.slice().buffer))),
        (context, result) => {
          const held = context.getArrayBuffer(result);
          const copy = held.value.slice();
          held.dispose();
          return copy;
        },
      ),
  };
}
