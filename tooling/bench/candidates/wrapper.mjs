/** The wrapper library @sebastianwessel/quickjs on the same engine build, as it is shipped; values travel as JSON text. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { loadQuickJs } from '@sebastianwessel/quickjs';

/** @returns {Promise<import('../candidate.mjs').Candidate>} */
export async function wrapper() {
  const { runSandboxed } = await loadQuickJs(/** @type {any} */ (variant));
  const attempt = (/** @type {string} */ code, /** @type {Parameters<typeof runSandboxed>[1]} */ options = {}) =>
    runSandboxed(({ evalCode }) => evalCode(code), { executionTimeout: 60_000, ...options });
  const run = async (/** @type {string} */ code, /** @type {Parameters<typeof runSandboxed>[1]} */ options = {}) => {
    const answer = await attempt(code, options);
    if (!answer.ok) throw new Error(`@sebastianwessel/quickjs failed: ${answer.error?.message}`);
    return /** @type {unknown} */ (answer.data);
  };
  return {
    id: 'wrapper',
    name: '@sebastianwessel/quickjs 3.1.0',
    empty: () => run('export default 1'),
    rows: async (rows) =>
      JSON.parse(
        String(
          await run('export default JSON.stringify(JSON.parse(env.rows))', { env: { rows: JSON.stringify(rows) } }),
        ),
      ),
    calls: (count, call) =>
      run(`let n = 0; for (let i = 0; i < ${count}; i++) n += await env.call(i); export default n`, { env: { call } }),
    objectCalls: (count, call) =>
      run(
        `let n = 0; for (let i = 0; i < ${count}; i++) { const { id, amount } = await env.call({ id: i, tags: ['a', 'b'] }); n += id + amount; } export default n`,
        { env: { call } },
      ),
    bytes: (bytes) => run('export default env.bytes', { env: { bytes: bytes.slice().buffer } }),
    compute: (source) => run(`${source}\nexport default kernel();`),
    library: ({ name, source, program }) =>
      run(`import * as library from '${name}';\nexport default ${program};`, {
        nodeModules: { [name]: { 'index.js': source } },
      }),
    endAtDeadline: async (source, timeoutMs) => {
      const answer = await attempt(`(() => { ${source} })(); export default 1`, { executionTimeout: timeoutMs });
      if (answer.ok) throw new Error('the program went on past its deadline to its end');
    },
    fill: async (source, memoryLimit, tell) => {
      const answer = await attempt(
        `const { tell } = env; ${source.replace(/return (.*);\s*$/, 'export default $1;')}`,
        {
          env: { tell },
          memoryLimit,
        },
      );
      if (!answer.ok && !/memory/.test(answer.error?.message ?? '')) throw new Error(answer.error?.message);
    },
    wait: async (until) => void (await run('await env.until(); export default 1', { env: { until: () => until } })),
    cannot: { cancel: 'no way to cancel' },
  };
}
