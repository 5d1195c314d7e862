/** Turns measures into the tables of `docs/performance.md`. */
import { NAMES } from './candidates.mjs';
import { median, quantile, ratio } from './stats.mjs';
import { judge, TARGETS } from './targets.mjs';

/** @typedef {import('./measure.mjs').Measure} Measure */
/** @typedef {readonly (readonly Measure[])[]} Processes what each process measured */

export const START = '<!-- bench:start -->';
export const END = '<!-- bench:end -->';

const nameOf = (/** @type {string} */ id) => NAMES.get(id) ?? id;

/** @param {Processes} processes @param {string} key */
const measuresOf = (processes, key) => processes.flatMap((measures) => measures.filter((one) => one.key === key));

/**
 * How each target fared: in every process it was measured in, and missed when more than half of them missed it.
 * @param {Processes} processes
 */
export function verdicts(processes) {
  return TARGETS.flatMap((target) => {
    const measures = measuresOf(processes, target.measure);
    const seen = measures.flatMap(({ samples }) => judge(target, samples) ?? []);
    const title = measures[0]?.title;
    if (seen.length === 0 || title === undefined) return [];
    const missed = seen.filter(({ isMet }) => !isMet).length;
    return [
      {
        target,
        title,
        value: median(seen.map(({ value }) => value)),
        low: Math.min(...seen.map(({ low }) => low)),
        high: Math.max(...seen.map(({ high }) => high)),
        missed,
        processes: seen.length,
        isMet: missed <= seen.length / 2,
      },
    ];
  });
}

/** @param {Processes} processes */
export function targetTable(processes) {
  const lines = verdicts(processes).map(({ target, title, value, low, high, missed, processes: count, isMet }) => {
    const { of, against, figure, atLeast, atMost, unit } = target;
    const asFraction = against !== undefined && atMost < 0.9 && 1 / atMost >= 2;
    const show = (/** @type {number} */ number) => (asFraction ? fraction(number) : numeral(number));
    const spread = low === high ? '' : ` (${[low, high].map(show).join(' to ')})`;
    const what = { tail: 'its p95 ÷ its median', p95: 'p95', each: 'each', middle: '–' }[figure ?? 'middle'];
    const bound = `${atLeast === undefined ? '≤ ' : `${numeral(atLeast)} to `}${show(atMost)}${unit ? ` ${unit}` : ''}`;
    const verdict = isMet ? 'yes' : `**no**`;
    return `| ${title} | ${nameOf(of)} | ${against === undefined ? what : nameOf(against)} | ${bound} | ${show(value)}${spread} | ${verdict}, ${count - missed} of ${count} |`;
  });
  return [
    '### Targets',
    '',
    '| measure | of | against | target | seen | met, in how many processes |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/**
 * The measures of a group: a row for each, a column for each candidate.
 * @param {{ title: string, note?: string, key: string }} group
 * @param {Processes} processes
 */
export function groupTable({ title, note, key }, processes) {
  const keys = [...new Set(processes.flat().flatMap((measure) => (measure.group === key ? [measure.key] : [])))];
  if (keys.length === 0) return undefined;
  const pooled = keys.map((one) => pool(measuresOf(processes, one)));
  const ids = [...NAMES.keys()].filter((id) => pooled.some(({ samples, unable }) => samples[id] ?? unable[id]));
  const lines = pooled.map((measure) => {
    const cells = ids.map((id) => cell(measure, id, ids[0] ?? ''));
    return `| ${measure.title} | ${measure.rounds} | ${cells.join(' | ')} |`;
  });
  const reasons = pooled.flatMap(({ unable, title: of }) =>
    Object.entries(unable).map(([id, why]) => `- ${nameOf(id)}, ${of}: ${why}.`),
  );
  return [
    `### ${title}`,
    '',
    ...(note === undefined ? [] : [note, '']),
    `| | samples | ${ids.map(nameOf).join(' | ')} |`,
    `|---|---|${ids.map(() => '---').join('|')}|`,
    ...lines,
    ...(reasons.length > 0 ? ['', ...new Set(reasons)] : []),
  ].join('\n');
}

/**
 * @param {ReturnType<typeof pool>} measure @param {string} id @param {string} referenceId
 */
function cell({ samples, processes, unit }, id, referenceId) {
  const own = samples[id];
  if (own === undefined || own.length === 0) return '–';
  if (unit !== 'ms') {
    const low = Math.min(...own);
    const high = Math.max(...own);
    return low === high ? numeral(low) : `${numeral(median(own))} (${numeral(low)} to ${numeral(high)})`;
  }
  const reference = samples[referenceId] ?? [];
  const tail = `p95 ${numeral(quantile(own, 0.95) / median(reference))}`;
  if (id === referenceId) return `1, ${tail} (1 = ${numeral(median(own))} ms)`;
  const ratios = processes.flatMap((one) => {
    const [mine, base] = [one[id], one[referenceId]];
    return mine?.length && base?.length ? [ratio(mine, base)] : [];
  });
  const [times, low, high] = [
    median(ratios.map((one) => one.median)),
    median(ratios.map((one) => one.low)),
    median(ratios.map((one) => one.high)),
  ];
  return `${numeral(times)} (${numeral(low)} to ${numeral(high)}), ${tail}`;
}

/** @param {readonly Measure[]} measures of one key */
function pool(measures) {
  /** @type {Record<string, number[]>} */
  const samples = {};
  for (const measure of measures) {
    for (const [id, values] of Object.entries(measure.samples)) samples[id] = [...(samples[id] ?? []), ...values];
  }
  const [first] = measures;
  if (first === undefined) throw new Error('a group without measures');
  return {
    title: first.title,
    unit: first.unit,
    rounds: Math.max(...Object.values(samples).map(({ length }) => length)),
    samples,
    processes: measures.map((measure) => measure.samples),
    unable: Object.assign({}, ...measures.map(({ unable }) => unable)),
  };
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
function numeral(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  if (Math.abs(value) < 0.0005) return '0';
  return String(Number(value.toPrecision(3)));
}

/** `1/40` where that reads better than `0.025`. */
const fraction = (/** @type {number} */ value) => (value < 1 ? `1/${numeral(1 / value)}` : numeral(value));
