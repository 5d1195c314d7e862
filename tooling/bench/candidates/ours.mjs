/** `runInSandbox`, on the caller's thread and in a worker. */
import { runInSandbox } from '@nodetool-ai/sandbox-core';

const MIB = 2 ** 20;
/** Of the defaults only these are raised, for the largest inputs: 50 000 rows, and 40 MiB of bytes each way. */
const limits = { maxOutputSize: 10 * MIB, memoryLimitBytes: 256 * MIB, runMediaBytes: 256 * MIB };

/**
 * @param {'inline' | 'worker'} execution
 * @returns {import('../candidate.mjs').Candidate}
 */
export function ours(execution) {
  /** @param {Partial<Parameters<typeof runInSandbox>[0]> & { code: string }} options */
  const attempt = (options) => runInSandbox({ limits, execution, ...options });
  const run = async (/** @type {string} */ code, /** @type {Record<string, unknown>} */ globals = {}) => {
    const outcome = await attempt({ code, globals });
    if (!outcome.success) throw new Error(`runInSandbox failed: ${outcome.error}`);
    return outcome.result;
  };
  return {
    id: execution,
    name: `runInSandbox, ${execution}`,
    empty: () => run('return 1'),
    // Frozen, as the Code node hands over its inputs: what cannot be written to is not copied back.
    rows: (rows) => run('return rows', { rows: Object.freeze(rows) }),
    calls: (count, call) => run(`let n = 0; for (let i = 0; i < ${count}; i++) n += await call(i); return n`, { call }),
    objectCalls: (count, call) =>
      run(
        `let n = 0; for (let i = 0; i < ${count}; i++) { const { id, amount } = await call({ id: i, tags: ['a', 'b'] }); n += id + amount; } return n`,
        { call },
      ),
    bytes: (bytes) => run('return bytes', { bytes }),
    compute: (source) => run(`${source}\nreturn kernel();`),
    library: async ({ name, digest, source, program }) => {
      const modules = libraryModules(name, digest, source);
      const outcome = await attempt({ code: `import * as library from '${name}';\nreturn ${program};`, modules });
      if (!outcome.success) throw new Error(`runInSandbox failed: ${outcome.error}`);
      return outcome.result;
    },
    endAtDeadline: async (source, timeoutMs) => {
      const outcome = await attempt({ code: source, timeoutMs });
      if (outcome.errorInfo?.code !== 'TIMEOUT') throw new Error(`ended with ${outcome.errorInfo?.code ?? 'a value'}`);
    },
    cancel: async (source, whenStarted, signal) => {
      const code = `await started();\n${source}`;
      const outcome = await attempt({ code, globals: { started: whenStarted }, signal, timeoutMs: 60_000 });
      if (outcome.errorInfo?.code !== 'CANCELLED') throw new Error(`ended with ${outcome.errorInfo?.code}`);
    },
    fill: async (source, memoryLimitBytes, tell) => {
      const outcome = await attempt({
        code: source,
        globals: { tell },
        limits: { memoryLimitBytes },
        timeoutMs: 60_000,
      });
      if (outcome.errorInfo?.code !== 'MEMORY') throw new Error(`ended with ${outcome.errorInfo?.code ?? 'a value'}`);
    },
    wait: async (until) => void (await run('await until(); return 1', { until: () => until })),
  };
}

/** @type {Map<string, import('@nodetool-ai/protocol').SandboxModuleResolution>} */
const resolutions = new Map();

/**
 * What a catalog answers; the same object for each run, as from a catalog.
 * @param {string} name @param {string} contentDigest @param {string} source
 */
function libraryModules(name, contentDigest, source) {
  const known = resolutions.get(contentDigest);
  if (known !== undefined) return known;
  const moduleId = 'library.js';
  /** @type {import('@nodetool-ai/protocol').SandboxModuleResolution} */
  const resolution = {
    modules: [
      {
        kind: 'js',
        specifier: name,
        packName: name,
        contentDigest,
        moduleId,
        source,
        graph: [{ id: moduleId, kind: 'js', source, dependencies: [], internal: false }],
      },
    ],
    statuses: [{ specifier: name, status: 'ok' }],
  };
  resolutions.set(contentDigest, resolution);
  return resolution;
}
