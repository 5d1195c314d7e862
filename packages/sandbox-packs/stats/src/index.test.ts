import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type GuestEngine, openGuest } from '@nodetool-ai/sandbox-pack-kit/testing';
import * as library from 'simple-statistics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import stats, { mean } from './index.js';
import { STATS_MAX_FACTORIAL } from './limits.js';

let guest: GuestEngine;
beforeAll(async () => {
  guest = await openGuest(fileURLToPath(new URL('./index.ts', import.meta.url)));
});
afterAll(() => guest.close());

const VALUES = [2, 4, 4, 4, 5, 5, 7, 9];

describe('numbers about a list', () => {
  it.each([
    ['mean(input)', 5],
    ['median(input)', 4.5],
    ['mode(input)', 4],
    ['standardDeviation(input)', 2],
    ['variance(input)', 4],
    ['sampleStandardDeviation(input)', 2.138089935299395],
    ['quantile(input, 0.9)', 7.6],
    ['quantile(input, [0.25, 0.5])', [4, 4.5]],
    ['interquartileRange(input)', 1.5],
    ['extent(input)', [2, 9]],
    ['sum([0.1, 0.2, 0.3])', 0.6],
    ['harmonicMean([2, 3])', expect.closeTo(2.4, 12)],
    ['geometricMean([2, 8])', 4],
    ['medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 9])', 1],
    ['ckmeans([1, 2, 10, 11, 20], 3)', [[1, 2], [10, 11], [20]]],
    [
      'combinations([1, 2, 3], 2)',
      [
        [1, 2],
        [1, 3],
        [2, 3],
      ],
    ],
    ['zScore(78, 80, 5)', -0.4],
  ])('%s', (call, answer) => {
    expect(guest.run(`return pack.${call}`, VALUES)).toEqual(answer);
  });

  it('gives what Python gives', () => {
    const lists = Array.from({ length: 30 }, (_, turn) =>
      Array.from({ length: turn + 3 }, (_value, at) => Math.round(Math.sin(turn * 31 + at * 7) * 1e6) / 1000),
    );
    const script = `
import json, statistics as s, sys
def row(x):
    # Exclusive and inclusive differ; the nine cut points of the latter are 0.1 ... 0.9.
    return [s.fmean(x), s.median(x), s.pstdev(x), s.stdev(x), s.pvariance(x), s.variance(x)] + s.quantiles(x, n=10, method="inclusive")
print(json.dumps([row(x) for x in json.load(sys.stdin)]))`;
    const theirs = JSON.parse(
      execFileSync('python3', ['-c', script], { input: JSON.stringify(lists), encoding: 'utf8' }),
    ) as number[][];
    const ours = guest.run(
      `const { mean, median, standardDeviation, sampleStandardDeviation, variance, sampleVariance, quantile } = pack;
      const shares = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => n / 10);
      return input.map((x) => [mean(x), median(x), standardDeviation(x), sampleStandardDeviation(x), variance(x), sampleVariance(x), ...quantile(x, shares)]);`,
      lists,
    ) as number[][];
    theirs.forEach((row, at) => {
      row.forEach((value, index) => {
        const tolerance = 1e-9 * Math.max(1, Math.abs(value));
        expect(Math.abs((ours[at]?.[index] ?? Number.NaN) - value), `list ${at}, number ${index}`).toBeLessThan(
          tolerance,
        );
      });
    });
  });
});

describe('numbers about pairs and tests', () => {
  it.each([
    ['linearRegression([[0, 1], [1, 3], [2, 5]])', { m: 2, b: 1 }],
    ['linearRegression([[1, 2], [2, 3], [3, 5], [4, 4]])', { m: 0.8, b: 1.5 }],
    ['rSquared([[0, 1], [1, 3], [2, 5]], pack.linearRegressionLine({ m: 2, b: 1 }))', 1],
    ['linearRegressionLine({ m: 2, b: 1 })(3)', 7],
    ['sampleCorrelation([1, 2, 3], [2, 4, 7])', 0.9933992677987828],
    ['sampleRankCorrelation([1, 2, 3, 4], [1, 3, 2, 4])', expect.closeTo(0.8, 12)],
    ['tTest([1, 2, 3, 4, 5, 6], 3.385)', 0.1649415480881466],
    ['cumulativeStdNormalProbability(1.96)', 0.975],
    ['kMeansCluster([[0, 0], [0, 1], [9, 9]], 2, () => 0.5).labels', [0, 0, 1]],
    [`factorial(${STATS_MAX_FACTORIAL})`, expect.closeTo(7.257415615307999e306, -294)],
    [`factorial(${STATS_MAX_FACTORIAL + 1}) === Infinity`, true],
  ])('%s', (call, answer) => {
    expect(guest.run(`return pack.${call}`)).toEqual(answer);
  });
});

describe('bad input', () => {
  it('throws for empty lists, naming what needs a value', () => {
    const messages = guest.run(`
      return ['mean', 'median', 'min', 'max', 'variance', 'quantile', 'geometricMean'].map((name) => {
        try { return pack[name]([], 0.5) } catch (e) { return e.message }
      })`) as string[];
    for (const message of messages) expect(message).toMatch(/requires at least one (data point|element)/);
    expect(messages[0]).toContain('mean');
    expect(messages[5]).toContain('quantile');
  });

  it('converts no texts', () => {
    expect(guest.run('return Number.isNaN(pack.mean(["1", "2"]))')).toBe(true);
  });
});

describe('the module', () => {
  it('has everything the library has, and a default namespace', () => {
    expect(guest.run('return Object.keys(pack).sort()')).toEqual([...Object.keys(library), 'default'].sort());
    expect(Object.keys(library)).toHaveLength(105);
    expect(guest.run('return pack.default.mean === pack.mean')).toBe(true);
    expect(stats.mean).toBe(mean);
  });

  it('gives in the guest what it gives in V8', () => {
    const body = `
      const x = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5];
      const ofList = ['mean', 'median', 'mode', 'sum', 'product', 'variance', 'sampleSkewness', 'sampleKurtosis', 'rms', 'iqr', 'mad',
        'coefficientOfVariation', 'logAverage', 'extent', 'geometricMean', 'harmonicMean', 'numericSort'];
      const ofNumber = ['erf', 'gammaln', 'probit', 'logit', 'cumulativeStdNormalProbability', 'inverseErrorFunction'];
      return [
        ...ofList.map((name) => pack[name]([...x])),
        ...ofNumber.map((name) => pack[name](0.3)),
        pack.jenks(x, 3), pack.ckmeans(x, 3), pack.equalIntervalBreaks(x, 4), pack.quantileRank(x, 4), pack.binomialDistribution(6, 0.3),
        pack.poissonDistribution(3), pack.tTestTwoSample([1, 2, 3], [2, 3, 5], 0), pack.wilcoxonRankSum([1, 2, 3], [2, 3, 5]),
        pack.kernelDensityEstimation(x)(4),
      ];`;
    const run = new Function('pack', body) as (pack: unknown) => unknown;
    // Engines differ in the last digit of exponentials and powers.
    const rounded = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
        typeof part === 'number' ? Number(part.toPrecision(12)) : part,
      );
    expect(rounded(guest.run(body))).toEqual(rounded(run({ ...library })));
  });

  it('stays below the cap of a compiled module', () => {
    expect(new TextEncoder().encode(guest.source).length).toBeLessThan(1_048_576);
  });
});
