/** What is promised, as ratios. A target fails when it is missed in more than half of the processes. */
import { median, quantile, ratio } from './stats.mjs';

/** The grace after a cancel, and the time to end a thread. */
const TERMINATED_MS = 250 + 165;

/**
 * @typedef {object} Target
 * @property {string} measure
 * @property {string} of id of a candidate
 * @property {string} [against] id of a candidate: the ratio of medians is what counts
 * @property {'tail' | 'p95' | 'each' | 'middle'} [figure] without `against`: p95 ÷ median, p95, every sample, the median
 * @property {number} [atLeast]
 * @property {number} atMost
 * @property {string} [unit] of the bounds, if they are no ratio
 */

/** @type {readonly Target[]} */
export const TARGETS = [
  ...['empty', 'empty-cold'].flatMap((measure) => [
    { measure, of: 'inline', against: 'wrapper', atMost: 1 / 40 },
    { measure, of: 'worker', against: 'wrapper', atMost: 1 / 15 },
    /** @type {Target} */ ({ measure, of: 'inline', figure: 'tail', atMost: 4 }),
  ]),
  { measure: 'empty-world', of: 'inline', against: 'raw-world', atMost: 1 / 6 },
  { measure: 'cold-start', of: 'inline', against: 'wrapper', atMost: 1 / 4 },
  { measure: 'rows-5000', of: 'inline', against: 'wrapper', atMost: 1 / 3 },
  { measure: 'rows-50000', of: 'inline', against: 'raw', atMost: 1 / 2 },
  ...['calls', 'calls-async', 'calls-object'].map((measure) => ({
    measure,
    of: 'inline',
    against: 'raw',
    atMost: 1 / 2,
  })),
  ...[1, 10, 40].map((mib) => ({ measure: `bytes-${mib}`, of: 'inline', against: 'raw', atMost: 1.5 })),
  { measure: 'library', of: 'inline', against: 'raw', atMost: 1 / 12 },
  ...['array', 'calls', 'strings', 'regex', 'map', 'sort', 'json'].map((kernel) => ({
    measure: `kernel-${kernel}`,
    of: 'inline',
    against: 'raw',
    atMost: 1.05,
  })),
  ...['array', 'calls'].map((kernel) => ({
    measure: `polling-${kernel}`,
    of: 'inline',
    against: 'unpolled',
    atMost: 1.03,
  })),
  { measure: 'cancel-loop', of: 'worker', figure: 'p95', atMost: 10, unit: 'ms' },
  { measure: 'cancel-native', of: 'worker', figure: 'p95', atMost: TERMINATED_MS, unit: 'ms' },
  ...[1, 8, 64, 256].map(
    (mib) =>
      /** @type {Target} */ ({ measure: `limit-${mib}`, of: 'inline', figure: 'each', atLeast: 0.9, atMost: 1.06 }),
  ),
  { measure: 'growth', of: 'inline', figure: 'middle', atMost: 4, unit: 'MiB' },
  { measure: 'growth', of: 'worker', figure: 'middle', atMost: 4, unit: 'MiB' },
];

/**
 * @param {string} measure
 * @returns {ReadonlySet<string>} ids of the candidates that its targets are about
 */
export const candidatesOfTargets = (measure) =>
  new Set(
    TARGETS.filter((target) => target.measure === measure).flatMap(({ of, against }) =>
      against === undefined ? [of] : [of, against],
    ),
  );

/**
 * @typedef {{ value: number, low: number, high: number, isMet: boolean }} Seen
 * What one process saw of a target; `undefined` when it did not measure it.
 * @param {Target} target
 * @param {Readonly<Record<string, readonly number[]>>} samples by candidate
 * @returns {Seen | undefined}
 */
export function judge(target, samples) {
  const { of, against, figure, atLeast = Number.NEGATIVE_INFINITY, atMost } = target;
  const own = samples[of];
  if (own === undefined || own.length === 0) return undefined;
  /** @param {number} value @param {number} [low] @param {number} [high] @returns {Seen} */
  const seen = (value, low = value, high = value) => ({ value, low, high, isMet: value >= atLeast && value <= atMost });
  if (against !== undefined) {
    const other = samples[against];
    if (other === undefined || other.length === 0) return undefined;
    const { median: value, low, high } = ratio(own, other);
    return seen(value, low, high);
  }
  if (figure === 'tail') return seen(quantile(own, 0.95) / median(own));
  if (figure === 'p95') return seen(quantile(own, 0.95));
  if (figure === 'middle') return seen(median(own));
  const low = Math.min(...own);
  const high = Math.max(...own);
  return { value: median(own), low, high, isMet: low >= atLeast && high <= atMost };
}
