/** The programs of a soak: what each run does, and how it has to end. */

/** @typedef {import('@nodetool-ai/protocol').RunSandboxOptions} Options */
/** @typedef {import('@nodetool-ai/protocol').RunSandboxResult} Result */

/**
 * @typedef {object} Program
 * @property {string} kind
 * @property {number} weight how often it comes, relative to the others
 * @property {(id: number) => { options: Options, abortAfterMs?: number }} make
 * @property {(id: number, result: Result) => boolean} isRight
 */

/** @param {Result} result @param {string} code */
const failedWith = (result, code) => !result.success && result.errorInfo.code === code;

const MODULE_SOURCE = 'let count = 0; export const next = () => ++count; export const double = (n) => 2 * n;';
/** @type {import('@nodetool-ai/protocol').SandboxModuleResolution} */
const MODULES = {
  modules: [
    {
      kind: 'js',
      specifier: 'counter',
      packName: 'counter',
      contentDigest: 'a'.repeat(64),
      moduleId: 'counter.js',
      source: MODULE_SOURCE,
      graph: [{ id: 'counter.js', kind: 'js', source: MODULE_SOURCE, dependencies: [], internal: false }],
    },
  ],
  statuses: [],
};

/** @type {readonly Program[]} */
export const PROGRAMS = [
  {
    kind: 'returns',
    weight: 40,
    make: (id) => ({
      options: {
        code: 'const seen = globalThis.left; globalThis.left = id; return [seen ?? null, rows.map((r) => r.n * 2)];',
        globals: { id, rows: [{ n: id }, { n: 1 }] },
      },
    }),
    // What an earlier run left would show as the first element.
    isRight: (id, result) => JSON.stringify(result.result) === `[null,[${2 * id},2]]`,
  },
  {
    kind: 'throws',
    weight: 15,
    make: (id) => ({
      options: { code: `Array.prototype.map = null;\nthrow new RangeError("number " + ${id});`, globals: {} },
    }),
    isRight: (id, result) =>
      failedWith(result, 'GUEST') && result.error === `RangeError: number ${id}` && result.errorInfo?.line === 2,
  },
  {
    kind: 'times out',
    weight: 8,
    make: () => ({ options: { code: 'let n = 0; for (;;) n++;', timeoutMs: 15 } }),
    isRight: (_, result) => failedWith(result, 'TIMEOUT'),
  },
  {
    kind: 'has to be killed',
    weight: 1,
    make: () => ({
      options: { code: 'const a = []; a.length = 4294967295; a.indexOf(5); return 1;', timeoutMs: 15 },
    }),
    isRight: (_, result) => failedWith(result, 'TIMEOUT'),
  },
  {
    kind: 'waits for ever',
    weight: 4,
    make: () => ({ options: { code: 'await new Promise(() => {}); return 1;', timeoutMs: 15 } }),
    isRight: (_, result) => failedWith(result, 'TIMEOUT'),
  },
  {
    kind: 'runs out of memory',
    weight: 8,
    make: () => ({
      options: {
        code: 'const a = []; for (;;) a.push(new Uint8Array(65536).fill(1), { a: [1] });',
        limits: { memoryLimitBytes: 2 * 2 ** 20 },
      },
    }),
    isRight: (_, result) => failedWith(result, 'MEMORY'),
  },
  {
    kind: 'runs out of stack',
    weight: 4,
    make: () => ({ options: { code: 'const f = () => f() + 1; return f();' } }),
    isRight: (_, result) => failedWith(result, 'STACK'),
  },
  {
    kind: 'is aborted',
    weight: 8,
    make: (id) => ({
      options: { code: id % 2 ? 'for (;;);' : 'await sleep(5000); return 1;' },
      abortAfterMs: 1 + (id % 7),
    }),
    isRight: (_, result) => failedWith(result, 'CANCELLED'),
  },
  {
    kind: 'imports',
    weight: 8,
    make: (id) => ({
      options: {
        code: 'import { next, double } from "counter"; next(); return [next(), double(id)];',
        modules: MODULES,
        globals: { id },
      },
    }),
    isRight: (id, result) => JSON.stringify(result.result) === `[2,${2 * id}]`,
  },
  {
    kind: 'moves bytes',
    weight: 4,
    make: (id) => ({
      options: {
        code: 'const copy = bytes.slice(); copy[0]++; return copy;',
        globals: { bytes: new Uint8Array(300_000).fill(id % 200) },
      },
    }),
    isRight: (id, result) => {
      const bytes = result.result;
      return (
        bytes instanceof Uint8Array && bytes.length === 300_000 && bytes[0] === (id % 200) + 1 && bytes[1] === id % 200
      );
    },
  },
];
