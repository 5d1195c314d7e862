/** The wrapper library @sebastianwessel/quickjs on the same engine build; values travel as JSON text. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { loadQuickJs } from '@sebastianwessel/quickjs';

/** @returns {Promise<import('../workloads.mjs').Candidate>} */
export async function wrapper() {
  const { runSandboxed } = await loadQuickJs(/** @type {any} */ (variant));
  const run = async (/** @type {string} */ code, /** @type {Record<string, unknown>} */ env = {}) => {
    const answer = await runSandboxed(({ evalCode }) => evalCode(code), { env, executionTimeout: 60_000 });
    if (!answer.ok) throw new Error(`@sebastianwessel/quickjs failed: ${answer.error?.message}`);
    return /** @type {unknown} */ (answer.data);
  };
  return {
    name: '@sebastianwessel/quickjs 3.1.0',
    empty: () => run('export default 1'),
    rows: async (rows) =>
      JSON.parse(
        String(await run('export default JSON.stringify(JSON.parse(env.rows))', { rows: JSON.stringify(rows) })),
      ),
    calls: (count, call) =>
      run(`let n = 0; for (let i = 0; i < ${count}; i++) n += await env.call(i); export default n`, {
        call: async (/** @type {number} */ i) => call(i),
      }),
    bytes: (bytes) => run('export default env.bytes', { bytes: bytes.slice().buffer }),
  };
}
