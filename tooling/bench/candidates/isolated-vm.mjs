/** isolated-vm, where it has been built: a V8 isolate with its own heap per run; values travel as structured clones. */
import { createRequire } from 'node:module';

const MEMORY_MIB = 256;

/**
 * @param {string} folder where {@link import('../isolated-vm-build.mjs')} has built it
 * @returns {import('../candidate.mjs').Candidate}
 */
export function isolatedVm(folder) {
  const ivm = createRequire(`${folder}/`)('isolated-vm');
  /**
   * @template T
   * @param {(context: any, isolate: any) => Promise<T>} use
   */
  const inIsolate = async (use, memoryLimit = MEMORY_MIB) => {
    const isolate = new ivm.Isolate({ memoryLimit });
    try {
      return await use(await isolate.createContext(), isolate);
    } finally {
      if (!isolate.isDisposed) isolate.dispose();
    }
  };
  const given = (/** @type {unknown} */ value) => new ivm.ExternalCopy(value).copyInto({ release: true });
  /** A function whose answer is awaited in the guest. */
  const setAsync = async (/** @type {any} */ context, /** @type {string} */ name, /** @type {unknown} */ call) => {
    await context.global.set('reference', new ivm.Reference(call));
    await context.eval(
      `{ const held = reference; globalThis.${name} = (...args) => held.apply(undefined, args, { result: { promise: true } }) }`,
    );
  };
  return {
    id: 'ivm',
    name: 'isolated-vm 5.0.4, new isolate',
    empty: () => inIsolate((context) => context.eval('1')),
    rows: (rows) =>
      inIsolate(async (context) => {
        await context.global.set('rows', given(rows));
        return context.eval('rows', { copy: true });
      }),
    calls: (count, call) =>
      inIsolate(async (context) => {
        await setAsync(context, 'call', call);
        const code = `(async () => { let n = 0; for (let i = 0; i < ${count}; i++) n += await call(i); return n })()`;
        return context.eval(code, { promise: true });
      }),
    objectCalls: (count, call) =>
      inIsolate(async (context) => {
        await context.global.set('reference', new ivm.Reference(call));
        const options = '{ arguments: { copy: true }, result: { promise: true, copy: true } }';
        const code = `(async () => { let n = 0; for (let i = 0; i < ${count}; i++) { const { id, amount } = await reference.apply(undefined, [{ id: i, tags: ['a', 'b'] }], ${options}); n += id + amount; } return n })()`;
        return context.eval(code, { promise: true });
      }),
    bytes: (bytes) =>
      inIsolate(async (context) => {
        await context.global.set('bytes', given(bytes));
        return context.eval('bytes', { copy: true });
      }),
    compute: (source) => inIsolate((context) => context.eval(`${source}\nkernel();`)),
    library: ({ name, source, program }) =>
      inIsolate(async (context, isolate) => {
        const text = `import * as library from '${name}';\nexport default ${program};`;
        const entry = await isolate.compileModule(text);
        await entry.instantiate(context, () => isolate.compileModule(source));
        await entry.evaluate();
        return entry.namespace.get('default', { copy: true });
      }),
    endAtDeadline: (source, timeout) =>
      inIsolate((context) => context.eval(`(() => { ${source} })()`, { timeout })).then(
        () => {
          throw new Error('the program went on past its deadline to its end');
        },
        (error) => {
          if (!/timed out/.test(String(error))) throw error;
        },
      ),
    cancel: (source, whenStarted, signal) =>
      inIsolate(async (context, isolate) => {
        await context.global.set('started', new ivm.Reference(whenStarted));
        signal.addEventListener('abort', () => isolate.dispose(), { once: true });
        await context.eval(`started.applyIgnored(); ${source}`).catch((/** @type {unknown} */ error) => {
          if (!signal.aborted) throw error;
        });
      }),
    fill: (source, limitBytes, tell) =>
      inIsolate(
        async (context) => {
          await setAsync(context, 'tell', tell);
          await context.eval(`(async () => { ${source} })()`, { promise: true });
        },
        limitBytes / 2 ** 20,
      ).catch((error) => {
        if (!/memory limit|disposed|abandoned|allocation failed/i.test(String(error))) throw error;
      }),
    wait: (until) =>
      inIsolate(async (context) => {
        await setAsync(context, 'until', () => until);
        await context.eval('(async () => { await until(); return 1 })()', { promise: true });
      }),
  };
}
