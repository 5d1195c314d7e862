/** Interleaved measurement: every round runs every candidate once, in rotated order, and the first round is dropped. */

/**
 * @typedef {{ id: string, sample: () => Promise<number> }} Sampled
 *
 * @typedef {object} Measure
 * @property {string} key
 * @property {string} group
 * @property {string} title
 * @property {string} unit
 * @property {number} rounds
 * @property {Record<string, number[]>} samples one for each counted round, by candidate
 * @property {Record<string, string>} unable why a candidate has none
 */

/**
 * @param {readonly Sampled[]} candidates
 * @param {number} rounds counted rounds
 * @returns {Promise<Record<string, number[]>>}
 */
export async function interleave(candidates, rounds) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(candidates.map(({ id }) => [id, []]));
  for (let round = 0; round <= rounds; round++) {
    for (let i = 0; i < candidates.length; i++) {
      const candidate = candidates[(i + round) % candidates.length];
      if (!candidate) continue;
      const sample = await candidate.sample();
      if (round > 0) samples[candidate.id]?.push(sample);
    }
  }
  return samples;
}

/**
 * Milliseconds of one run.
 * @param {() => Promise<unknown>} run
 * @param {{ now?: () => number, batch?: number }} [options] `batch`: the mean of this many runs in a row, after one that
 *   is not counted; default 1, every run counted
 */
export function timeOf(run, { now = () => performance.now(), batch = 1 } = {}) {
  return async () => {
    if (batch > 1) await run();
    const start = now();
    for (let i = 0; i < batch; i++) await run();
    return (now() - start) / batch;
  };
}
