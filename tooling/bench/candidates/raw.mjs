/** quickjs-emscripten-core used directly: a new runtime and context per run in one shared memory; values travel as JSON text. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, shouldInterruptAfterDeadline } from 'quickjs-emscripten-core';

/** @typedef {import('quickjs-emscripten-core').QuickJSContext} Context */
/** @typedef {import('quickjs-emscripten-core').QuickJSHandle} Handle */

/** @returns {Promise<import('../candidate.mjs').Candidate>} */
export async function raw() {
  const engine = await newQuickJSWASMModuleFromVariant(/** @type {any} */ (variant));

  /**
   * @template T
   * @param {string} code
   * @param {(context: Context) => void} prepare
   * @param {(context: Context, result: Handle) => T | Promise<T>} read
   * @param {'global' | 'module'} [type]
   */
  const inContext = async (code, prepare, read, type = 'global') => {
    const runtime = engine.newRuntime();
    const context = runtime.newContext();
    try {
      prepare(context);
      const result = context.unwrapResult(context.evalCode(code, 'program.js', { type }));
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
  const number = (/** @type {Context} */ context, /** @type {Handle} */ result) => context.getNumber(result);

  /**
   * A function that answers with a promise, the way the package's own pages show it; a value known at once settles it.
   * @template A, R
   * @param {Context} context @param {string} name @param {(value: A) => R | Promise<R>} call
   * @param {(argument: Handle) => A} read @param {(answer: R) => Handle} write
   */
  const setAsync = (context, name, call, read, write) =>
    set(
      context,
      name,
      context.newFunction(name, (argument = context.undefined) => {
        const promise = context.newPromise();
        const settle = (/** @type {R} */ answer) => {
          const handle = write(answer);
          promise.resolve(handle);
          handle.dispose();
        };
        const answer = call(read(argument));
        if (answer instanceof Promise) {
          void answer.then(settle);
          void promise.settled.then(() => context.runtime.executePendingJobs());
        } else settle(answer);
        return promise.handle;
      }),
    );
  const setAsyncOfNumbers = (
    /** @type {Context} */ context,
    /** @type {string} */ name,
    /** @type {(value: number) => number | Promise<number>} */ call,
  ) =>
    setAsync(
      context,
      name,
      call,
      (argument) => context.getNumber(argument),
      (answer) => context.newNumber(answer),
    );

  const settledNumber = async (/** @type {Context} */ context, /** @type {Handle} */ result) => {
    const settled = context.resolvePromise(result);
    context.runtime.executePendingJobs();
    const handle = context.unwrapResult(await settled);
    const value = context.getNumber(handle);
    handle.dispose();
    return value;
  };

  return {
    id: 'raw',
    name: 'quickjs-emscripten-core 0.32.0, new context',
    empty: () => inContext('1', () => {}, number),
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
        (context) => setAsyncOfNumbers(context, 'call', call),
        settledNumber,
      ),
    objectCalls: (count, call) =>
      inContext(
        `(async () => { let n = 0; for (let i = 0; i < ${count}; i++) { const { id, amount } = await call({ id: i, tags: ['a', 'b'] }); n += id + amount; } return n })()`,
        (context) => {
          setAsync(
            context,
            'callWithText',
            async (text) => JSON.stringify(await call(JSON.parse(String(text)))),
            (argument) => context.getString(argument),
            (answer) => context.newString(answer),
          );
          const asCall = 'globalThis.call = async (value) => JSON.parse(await callWithText(JSON.stringify(value)))';
          context.unwrapResult(context.evalCode(asCall)).dispose();
        },
        settledNumber,
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
    compute: (source) => inContext(`${source}\nkernel();`, () => {}, number),
    library: ({ name, source, program }) =>
      inContext(
        `import * as library from '${name}';\nexport default ${program};`,
        (context) => context.runtime.setModuleLoader(() => source),
        (context, result) => {
          const value = context.getProp(result, 'default');
          const given = context.getNumber(value);
          value.dispose();
          return given;
        },
        'module',
      ),
    endAtDeadline: (source, timeoutMs) =>
      inContext(
        `(() => { ${source} })()`,
        (context) => context.runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeoutMs)),
        () => {
          throw new Error('the program went on past its deadline to its end');
        },
      ).catch((error) => {
        if (!/interrupted/.test(String(error))) throw error;
      }),
    fill: (source, limitBytes, tell) =>
      inContext(
        `(async () => { ${source} })()`,
        (context) => {
          context.runtime.setMemoryLimit(limitBytes);
          setAsyncOfNumbers(context, 'tell', tell);
        },
        settledNumber,
      ).then(
        () => undefined,
        (error) => {
          if (!/out of memory/.test(String(error))) throw error;
        },
      ),
    wait: (until) =>
      inContext(
        '(async () => { await until(); return 1 })()',
        (context) => setAsyncOfNumbers(context, 'until', () => until.then(() => 1)),
        async (context, result) => void (await settledNumber(context, result)),
      ),
    cannot: { cancel: 'the loop blocks the thread that would cancel it' },
  };
}
