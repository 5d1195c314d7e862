/** node:vm, which is no sandbox: the same work in V8 with nothing protected, to show what isolation costs. */
import { createContext, runInContext } from 'node:vm';

/** @returns {import('../workloads.mjs').Candidate} */
export function nodeVm() {
  const run = async (/** @type {string} */ body, /** @type {Record<string, unknown>} */ globals = {}) =>
    /** @type {Promise<unknown>} */ (runInContext(`(async () => { ${body} })()`, createContext({ ...globals })));
  return {
    name: 'node:vm, no isolation',
    empty: () => run('return 1'),
    rows: async (rows) =>
      JSON.parse(String(await run('return JSON.stringify(JSON.parse(text))', { text: JSON.stringify(rows) }))),
    calls: (count, call) => run(`let n = 0; for (let i = 0; i < ${count}; i++) n += await call(i); return n`, { call }),
    bytes: (bytes) => run('return bytes', { bytes: bytes.slice() }),
  };
}
