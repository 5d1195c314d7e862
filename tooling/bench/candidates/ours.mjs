/** `runInSandbox`, on the caller's thread and in a worker. */
import { runInSandbox } from '@nodetool-ai/sandbox-core';

const limits = { maxOutputSize: 10 * 2 ** 20, memoryLimitBytes: 256 * 2 ** 20 };

/**
 * @param {'inline' | 'worker'} execution
 * @returns {import('../workloads.mjs').Candidate}
 */
export function ours(execution) {
  const run = async (/** @type {string} */ code, /** @type {Record<string, unknown>} */ globals = {}) => {
    const outcome = await runInSandbox({ code, globals, limits, execution });
    if (!outcome.success) throw new Error(`runInSandbox failed: ${outcome.error}`);
    return outcome.result;
  };
  return {
    name: `runInSandbox, ${execution}`,
    empty: () => run('return 1'),
    // Frozen, as the Code node hands over its inputs: what cannot be written to is not copied back.
    rows: (rows) => run('return rows', { rows: Object.freeze(rows) }),
    calls: (count, call) => run(`let n = 0; for (let i = 0; i < ${count}; i++) n += await call(i); return n`, { call }),
    bytes: (bytes) => run('return bytes', { bytes }),
  };
}
