/**
 * Exact decimal arithmetic with decimal.js. Plain calls, no promises.
 *
 * `new Decimal(value)` takes a text, a number, a bigint or a Decimal and throws
 * `Error: [DecimalError] Invalid argument: …` for anything else. Pass texts: a number enters with the value it already has,
 * so `new Decimal(0.1 + 0.2)` is 0.30000000000000004.
 *
 * - Instances never change: `plus`, `minus`, `times`, `div`, `sqrt`, `pow`, … give new ones.
 * - Results have 20 significant digits and round half up; `Decimal.set({ precision, rounding })` changes that for the
 *   rest of the run, `Decimal.clone({ … })` makes a constructor with settings of its own.
 * - `toFixed(places)` and `toString()` give text, `toNumber()` a number. An instance is no plain data: give `output` a text.
 * - `Decimal.set({ crypto: true })` throws `crypto unavailable`; `Decimal.random()` uses `Math.random`.
 *
 * @example
 * new Decimal('0.1').plus('0.2').toString(); // '0.3'
 * new Decimal('2.5').round().toString(); // '3'
 */
export { Decimal, default } from 'decimal.js';
