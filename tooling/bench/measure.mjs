/** Interleaved measurement: every round runs every candidate once, in rotated order, and the first round is dropped. */

/**
 * @typedef {{ name: string, run: () => Promise<void> }} Timed
 * @param {readonly Timed[]} timed
 * @param {number} rounds counted rounds
 * @param {{ now?: () => number, batch?: number }} [options] `batch`: a sample is the mean of this many runs in a row,
 *   after one that is not counted; default 1, every run counted
 * @returns {Promise<Map<string, number[]>>} ms of one run in each counted round by candidate
 */
export async function interleave(timed, rounds, { now = () => performance.now(), batch = 1 } = {}) {
  /** @type {Map<string, number[]>} */
  const samples = new Map(timed.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (let i = 0; i < timed.length; i++) {
      const candidate = timed[(i + round) % timed.length];
      if (!candidate) continue;
      if (batch > 1) await candidate.run();
      const start = now();
      for (let run = 0; run < batch; run++) await candidate.run();
      const ms = (now() - start) / batch;
      if (round > 0) samples.get(candidate.name)?.push(ms);
    }
  }
  return samples;
}

/** Runs until compiled code and heaps have found their size: before that every candidate grows. */
const WARM_RUNS = 3000;

/**
 * Growth of resident memory over many runs, in bytes. Node must run with `--expose-gc`.
 * @param {() => Promise<void>} run
 * @param {number} runs
 */
export async function residentGrowth(run, runs) {
  for (let i = 0; i < WARM_RUNS; i++) await run();
  const before = await settledResident();
  for (let i = 0; i < runs; i++) await run();
  return (await settledResident()) - before;
}

async function settledResident() {
  if (!globalThis.gc) throw new Error('Memory cannot be measured without the collector: start node with --expose-gc.');
  for (let i = 0; i < 4; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().rss;
}
