/** Runs per second while several are under way. A sample is the time per finished run, so that less is better here too. */
import { KERNELS } from './kernels.mjs';

/** @typedef {import('../candidate.mjs').Candidate} Candidate */

/** Runs at the same time, where a candidate has threads for them. */
export const LANES = [
  { id: 'inline', concurrency: 1 },
  { id: 'worker', concurrency: 1 },
  { id: 'worker', concurrency: 2 },
  { id: 'worker', concurrency: 4 },
  { id: 'wrapper', concurrency: 1 },
  { id: 'raw', concurrency: 1 },
  { id: 'vm', concurrency: 1 },
  { id: 'ivm', concurrency: 1 },
  { id: 'ivm', concurrency: 2 },
];

const kernel = KERNELS.find(({ key }) => key === 'array');

export const THROUGHPUT = [
  {
    key: 'throughput-short',
    title: 'Time per finished run, several at a time: a program that returns 1',
    run: (/** @type {Candidate} */ candidate) => candidate.empty(),
    expected: () => 1,
  },
  {
    key: 'throughput-busy',
    title: 'Time per finished run, several at a time: loops over typed arrays',
    run: (/** @type {Candidate} */ candidate) => candidate.compute?.(kernel?.source ?? ''),
    expected: () => kernel?.expected(),
  },
];

/**
 * @param {() => Promise<unknown> | undefined} run
 * @param {{ concurrency: number, ms: number, expected: unknown }} options
 */
export async function timePerRun(run, { concurrency, ms, expected }) {
  const start = performance.now();
  let finished = 0;
  const lane = async () => {
    while (performance.now() - start < ms) {
      const value = await run();
      if (value !== expected) throw new Error(`a wrong answer: ${value}`);
      finished++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (performance.now() - start) / finished;
}
