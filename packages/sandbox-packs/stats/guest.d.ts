/** Statistics with simple-statistics: numbers in, numbers out. Plain calls, no promises. */
export * from 'simple-statistics';

/**
 * The arithmetic mean. Texts are not converted: `mean(['1', '2'])` is NaN.
 * @throws Error naming `mean` for an empty list
 * @example
 * mean([2, 4, 9]); // 5
 */
export declare function mean(values: number[]): number;

/**
 * The middle value, or the mean of the two in the middle.
 * @throws Error naming `median` for an empty list
 * @example
 * median([1, 2, 10]); // 2
 */
export declare function median(values: number[]): number;

/**
 * Standard deviation of the whole population (divided by n). See {@link sampleStandardDeviation}.
 * @throws Error for an empty list
 * @example
 * standardDeviation([2, 4, 4, 4, 5, 5, 7, 9]); // 2
 */
export declare function standardDeviation(values: number[]): number;

/**
 * Standard deviation estimated from a sample (divided by n - 1).
 * @throws Error for fewer than two values
 * @example
 * sampleStandardDeviation([1, 3]); // 1.4142135623730951
 */
export declare function sampleStandardDeviation(values: number[]): number;

/**
 * The value below which the share `p` (0…1) of the values lies, by the linear (inclusive) method; a list of shares gives
 * a list.
 * @throws Error when `p` is outside 0…1 or the list is empty. `p` must not be NaN: the library would not come back.
 * @example
 * quantile([1, 2, 3, 4, 5], 0.25); // 2
 * quantile([1, 2, 3, 4, 5], [0.25, 0.5]); // [2, 3]
 */
export declare function quantile(values: number[], p: number): number;
export declare function quantile(values: number[], p: number[]): number[];

/**
 * The line `m * x + b` with the least squares to points `[x, y]`. No points give NaN.
 * @example
 * linearRegression([[0, 1], [1, 3]]); // { m: 2, b: 1 }
 */
export declare function linearRegression(points: number[][]): { m: number; b: number };

/**
 * The function of a line.
 * @example
 * linearRegressionLine({ m: 2, b: 1 })(3); // 7
 */
export declare function linearRegressionLine(line: { m: number; b: number }): (x: number) => number;

/**
 * Pearson's correlation of two samples of equal length, -1…1.
 * @example
 * sampleCorrelation([1, 2, 3], [2, 4, 6]); // 1
 */
export declare function sampleCorrelation(x: number[], y: number[]): number;

declare const stats: typeof import('simple-statistics');
export default stats;
