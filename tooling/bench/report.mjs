/** Turns samples into the tables of `docs/performance.md`. */
import { median, quantile, ratio } from './stats.mjs';

export const START = '<!-- bench:start -->';
export const END = '<!-- bench:end -->';

/**
 * @typedef {{ title: string, rounds: number, samples: ReadonlyMap<string, readonly number[]>, unable: ReadonlyMap<string, string> }} Measured
 * @typedef {{ title: string, growth: ReadonlyMap<string, number> }} Memory
 */

/**
 * One workload as Markdown; every candidate is compared with the reference.
 * @param {Measured} measured
 * @param {string} reference name of a candidate
 */
export function workloadTable({ title, rounds, samples, unable }, reference) {
  const base = samples.get(reference) ?? [];
  const lines = [...samples].map(([name, values]) => {
    const { median: times, low, high } = ratio(values, base);
    const cost = name === reference ? '1' : `${figure(times)} (${figure(low)}–${figure(high)})`;
    return `| ${name} | ${cost} | ${figure(median(values))} | ${figure(quantile(values, 0.95))} |`;
  });
  for (const [name, why] of unable) lines.push(`| ${name} | ${why} | – | – |`);
  return [
    `### ${title}`,
    '',
    `${rounds} rounds.`,
    '',
    '| candidate | times the reference (middle half of rounds) | median ms | p95 ms |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/**
 * Growth of resident memory as Markdown.
 * @param {Memory} memory
 */
export function memoryTable({ title, growth }) {
  const lines = [...growth].map(([name, bytes]) => `| ${name} | ${(bytes / 2 ** 20).toFixed(1)} |`);
  return [`### ${title}`, '', '| candidate | MiB |', '|---|---|', ...lines].join('\n');
}

/**
 * Puts new tables between the markers of a page.
 * @param {string} page
 * @param {string} tables
 */
export function replaceTables(page, tables) {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start)
    throw new Error(`The page has no ${START} … ${END}: add both lines where the tables belong.`);
  return `${page.slice(0, start + START.length)}\n\n${tables}\n\n${page.slice(end)}`;
}

/** @param {number} value three significant digits, without an exponent */
function figure(value) {
  if (value >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}
