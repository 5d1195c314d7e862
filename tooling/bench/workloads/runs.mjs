/** The work every candidate does, and the check that it did it. */

/**
 * A way to run a program. Each method is one whole run.
 * @typedef {object} Candidate
 * @property {string} name
 * @property {() => Promise<unknown>} empty a program that returns 1
 * @property {(rows: readonly object[]) => Promise<unknown>} rows takes rows in and gives them back
 * @property {(count: number, call: (i: number) => number) => Promise<unknown>} calls awaits a host function `count` times, answers the sum
 * @property {(bytes: Uint8Array) => Promise<unknown>} bytes takes bytes in and gives them back
 */

/**
 * @typedef {{ key: string, title: string, rounds: number, batch?: number, warmMs?: number, run: (candidate: Candidate) => Promise<void> }} Workload
 */

const CALLS = 10_000;
const rows = Array.from({ length: 5000 }, (_, i) => ({
  id: i,
  name: `customer ${i}`,
  city: ['Lyon', 'Łódź', 'Porto'][i % 3],
  amount: i * 1.25,
  paid: i % 2 === 0,
  note: null,
  tags: ['a', 'b'],
  when: `2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
}));
const bytes = new Uint8Array(10 * 2 ** 20).map((_, i) => i * 31);

/** @param {Candidate} candidate */
async function emptyRun(candidate) {
  check(candidate, await candidate.empty(), (value) => value === 1);
}

/** @type {readonly Workload[]} */
export const WORKLOADS = [
  {
    key: 'empty',
    title: 'A program that returns 1, warm: 20 runs in a row',
    rounds: 60,
    batch: 20,
    warmMs: 5000,
    run: emptyRun,
  },
  {
    key: 'empty-cold',
    title: 'A program that returns 1, one run between runs of the others',
    rounds: 200,
    warmMs: 5000,
    run: emptyRun,
  },
  {
    key: 'rows',
    title: '5 000 rows of 8 fields in and out',
    rounds: 15,
    run: async (candidate) =>
      check(
        candidate,
        await candidate.rows(rows),
        (value) => Array.isArray(value) && value.length === 5000 && value[4999].city === 'Łódź',
      ),
  },
  {
    key: 'calls',
    title: '10 000 awaited host calls',
    rounds: 7,
    run: async (candidate) =>
      check(candidate, await candidate.calls(CALLS, (i) => i % 2), (value) => value === CALLS / 2),
  },
  {
    key: 'bytes',
    title: '10 MiB of bytes in and out',
    rounds: 7,
    run: async (candidate) =>
      check(candidate, await candidate.bytes(bytes), (value) => {
        const held = value instanceof Uint8Array ? value : new Uint8Array(/** @type {ArrayBuffer} */ (value));
        return held.length === bytes.length && held[1_000_003] === bytes[1_000_003];
      }),
  },
];

/**
 * @param {Candidate} candidate
 * @param {unknown} value
 * @param {(value: any) => boolean} isRight
 */
function check(candidate, value, isRight) {
  if (!isRight(value)) throw new Error(`${candidate.name} gave a wrong answer`);
}
