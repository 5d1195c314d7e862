/** Figures of a set of samples. */

/**
 * The value below which a share of the samples lies, by linear interpolation.
 * @param {readonly number[]} samples at least one
 * @param {number} share 0 to 1
 */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** @param {readonly number[]} samples */
export const median = (samples) => quantile(samples, 0.5);

/**
 * How many times slower one candidate is than another: the ratio of medians, and the middle half of the ratios of each round.
 * @param {readonly number[]} samples
 * @param {readonly number[]} reference samples of the same rounds
 */
export function ratio(samples, reference) {
  const perRound = samples.map((sample, round) => sample / (reference[round] ?? Number.NaN));
  return { median: median(samples) / median(reference), low: quantile(perRound, 0.25), high: quantile(perRound, 0.75) };
}
