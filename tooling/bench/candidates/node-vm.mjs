/** node:vm, which is no sandbox: the same work in V8 with nothing protected, to show what isolation costs. */
import { createContext, runInContext } from 'node:vm';

/** @returns {import('../candidate.mjs').Candidate} */
export function nodeVm() {
  const run = async (/** @type {string} */ body, /** @type {Record<string, unknown>} */ globals = {}) =>
    /** @type {Promise<unknown>} */ (runInContext(`(async () => { ${body} })()`, createContext({ ...globals })));
  return {
    id: 'vm',
    name: 'node:vm, no isolation',
    empty: () => run('return 1'),
    rows: async (rows) =>
      JSON.parse(String(await run('return JSON.stringify(JSON.parse(text))', { text: JSON.stringify(rows) }))),
    calls: (count, call) => run(`let n = 0; for (let i = 0; i < ${count}; i++) n += await call(i); return n`, { call }),
    objectCalls: (count, call) =>
      run(
        `let n = 0; for (let i = 0; i < ${count}; i++) { const { id, amount } = await call({ id: i, tags: ['a', 'b'] }); n += id + amount; } return n`,
        { call },
      ),
    bytes: (bytes) => run('return bytes', { bytes: bytes.slice() }),
    compute: async (source) => runInContext(`${source}\nkernel();`, createContext({})),
    library: async ({ script, program }) =>
      runInContext(
        `{ const module = { exports: {} }; const exports = module.exports; ${script}\n; globalThis.library = module.exports; }\n${program}`,
        createContext({}),
      ),
    endAtDeadline: async (source, timeoutMs) => {
      try {
        runInContext(`(() => { ${source} })()`, createContext({}), { timeout: timeoutMs });
      } catch (error) {
        if (/timed out/.test(String(error))) return;
        throw error;
      }
      throw new Error('the program went on past its deadline to its end');
    },
    wait: async (until) => void (await run('await until; return 1', { until })),
    cannot: { fill: 'no memory limit', cancel: 'the loop blocks the thread that would cancel it' },
  };
}
