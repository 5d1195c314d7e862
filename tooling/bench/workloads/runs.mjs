/** Whole runs with values in and out. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { KERNELS } from './kernels.mjs';

/** @typedef {import('../candidate.mjs').Candidate} Candidate */

/**
 * @typedef {object} Workload
 * @property {string} key
 * @property {string} title
 * @property {keyof Candidate} method what a candidate must be able to do
 * @property {number} rounds
 * @property {number} [batch] a sample is the mean of this many runs in a row
 * @property {number} [warmMs] how long each candidate runs before
 * @property {readonly string[]} [candidates] ids, if not all of the group
 * @property {(candidate: Candidate) => Promise<unknown> | undefined} run
 * @property {(value: any) => boolean} isRight whether a run did its work; asked before anything is timed
 */

const empty = {
  method: /** @type {const} */ ('empty'),
  run: (/** @type {Candidate} */ candidate) => candidate.empty(),
  isRight: (/** @type {unknown} */ value) => value === 1,
};

/**
 * Runs a workload once and throws when its answer is wrong.
 * @param {Workload} workload @param {Candidate} candidate
 */
export async function checkedRun(workload, candidate) {
  const value = await workload.run(candidate);
  if (!workload.isRight(value)) throw new Error(`a wrong answer: ${String(value).slice(0, 100)}`);
}

const REAL = ['inline', 'worker', 'wrapper', 'raw', 'ivm', 'vm'];

/** @type {readonly Workload[]} */
export const EMPTY = [
  {
    ...empty,
    key: 'empty',
    title: 'A program that returns 1, warm: 20 runs in a row',
    candidates: REAL,
    rounds: 60,
    batch: 20,
    warmMs: 2500,
  },
  {
    ...empty,
    key: 'empty-cold',
    title: 'The same, one run between runs of the others',
    // The isolates of isolated-vm bring threads of their own, which would be what the others are measured against.
    candidates: REAL.filter((id) => id !== 'ivm'),
    rounds: 200,
    warmMs: 2500,
  },
  {
    ...empty,
    key: 'empty-world',
    title: 'The same, where the peer evaluates our world in each run: 5 runs in a row',
    candidates: ['inline', 'raw-world'],
    rounds: 60,
    batch: 5,
    warmMs: 1000,
  },
];

/**
 * @param {number} count @param {number} rounds
 * @returns {Workload}
 */
export function rowsWorkload(count, rounds) {
  /** @type {object[] | undefined} */
  let rows;
  return {
    key: `rows-${count}`,
    title: `${spaced(count)} rows of 8 fields in and out`,
    method: 'rows',
    rounds,
    run: (candidate) => {
      rows ??= makeRows(count);
      return candidate.rows?.(rows);
    },
    isRight: (value) => isDeepStrictEqual(value, rows),
  };
}

/** @param {number} count */
const makeRows = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    name: `customer ${i}`,
    city: ['Lyon', 'Łódź', 'Porto'][i % 3],
    amount: i * 1.25,
    paid: i % 2 === 0,
    note: null,
    tags: ['a', 'b'],
    when: `2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
  }));

/**
 * @param {number} count @param {number} rounds @param {{ isAsync: boolean }} options whether the host answers later
 * @returns {Workload}
 */
export function callsWorkload(count, rounds, { isAsync }) {
  const answer = isAsync ? async (/** @type {number} */ i) => i % 2 : (/** @type {number} */ i) => i % 2;
  return {
    key: isAsync ? 'calls-async' : 'calls',
    title: `${spaced(count)} awaited calls of ${isAsync ? 'an async host function' : 'a host function that answers at once'}`,
    method: 'calls',
    rounds,
    run: async (candidate) => {
      let made = 0;
      const sum = await candidate.calls?.(count, (i) => {
        made++;
        return answer(i);
      });
      return `${sum} of ${made}`;
    },
    isRight: (value) => value === `${Math.floor(count / 2)} of ${count}`,
  };
}

/**
 * @param {number} count @param {number} rounds
 * @returns {Workload}
 */
export function objectCallsWorkload(count, rounds) {
  return {
    key: 'calls-object',
    title: `${spaced(count)} awaited calls of an async host function, a small object each way`,
    method: 'objectCalls',
    rounds,
    run: async (candidate) => {
      let made = 0;
      const sum = await candidate.objectCalls?.(count, async ({ id, tags }) => {
        made++;
        return { id, name: `customer ${id}`, amount: tags.length };
      });
      return `${sum} of ${made}`;
    },
    // Each answer adds its id and the length of the two tags that the guest sent.
    isRight: (value) => value === `${(count * (count - 1)) / 2 + 2 * count} of ${count}`,
  };
}

/**
 * @param {number} mib @param {number} rounds
 * @returns {Workload}
 */
export function bytesWorkload(mib, rounds) {
  /** @type {Uint8Array | undefined} */
  let bytes;
  return {
    key: `bytes-${mib}`,
    title: `${mib} MiB of bytes in and out`,
    method: 'bytes',
    rounds,
    run: (candidate) => {
      bytes ??= new Uint8Array(mib * 2 ** 20).map((_, i) => i * 31);
      return candidate.bytes?.(bytes);
    },
    isRight: (value) => {
      const held = value instanceof Uint8Array ? value : new Uint8Array(value);
      return bytes !== undefined && Buffer.compare(held, bytes) === 0;
    },
  };
}

/** @returns {import('../candidate.mjs').Library} */
function readLibrary() {
  const text = (/** @type {string} */ name) =>
    readFileSync(new URL(name, import.meta.resolve('acorn/package.json')), 'utf8');
  const source = text('dist/acorn.mjs');
  return {
    name: 'acorn',
    digest: createHash('sha256').update(source).digest('hex'),
    source,
    script: text('dist/acorn.js'),
    // Where the only statement ends.
    program: `library.parse('x = 40 + 2', { ecmaVersion: 2022 }).body[0].end`,
  };
}

/** @returns {Workload} */
export function libraryWorkload() {
  /** @type {import('../candidate.mjs').Library | undefined} */
  let library;
  return {
    key: 'library',
    title: 'Import of a library: acorn 8.19.0, 229 KiB of source in one file, and one call of it',
    method: 'library',
    rounds: 15,
    run: (candidate) => {
      library ??= readLibrary();
      return candidate.library?.(library);
    },
    isRight: (value) => value === 10,
  };
}

/** One workload for each kernel. */
export const KERNEL_WORKLOADS = KERNELS.map(
  ({ key, title, source, expected }) =>
    /** @type {Workload} */ ({
      key: `kernel-${key}`,
      title: `CPU: ${title}`,
      method: 'compute',
      rounds: 25,
      warmMs: 100,
      run: (candidate) => candidate.compute?.(source),
      isRight: (value) => value === expected(),
    }),
);

/** What the engine's questions cost: loops and calls are where it asks. */
export const POLLING_WORKLOADS = KERNEL_WORKLOADS.filter(({ key }) => /-(array|calls)$/.test(key)).map(
  (workload) =>
    /** @type {Workload} */ ({
      ...workload,
      key: workload.key.replace('kernel-', 'polling-'),
      title: `Deadline and cancel flag polled, or not: ${workload.title.replace('CPU: ', '')}`,
      rounds: 40,
    }),
);

/** Groups of three digits. */
export const spaced = (/** @type {number} */ count) => String(count).replace(/(?=(?:\d{3})+$)\B/g, ' ');
