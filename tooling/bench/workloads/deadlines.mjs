/** How soon a program is over after its deadline or a cancel. */

/** @typedef {import('../candidate.mjs').Candidate} Candidate */

/**
 * @typedef {object} Delay
 * @property {string} key
 * @property {string} title
 * @property {number} rounds
 * @property {readonly string[]} [candidates] ids, if not all of the group
 * @property {(candidate: Candidate) => Promise<number>} sample ms
 */

const DEADLINE_MS = 50;
const LOOP = 'for (;;) {}';
const BUILT_INS = 'const list = Array.from({ length: 200 }, (_, i) => (i * 7919) % 199); for (;;) list.slice().sort();';
/** One call of about a second that the engine cannot be stopped in. V8 needs less. */
const ONE_CALL = 'Array.prototype.indexOf.call({ length: 2e7 }, 1); for (;;) {}';

/** Single calls that go on for seconds or minutes. */
const NATIVE_LOOPS = [
  'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
  'const big = (1n << 500000n) - 1n; for (;;) big * big;',
  'const text = "a".repeat(2 ** 22); text.indexOf("a".repeat(2 ** 20) + "b");',
];

/**
 * A sample is the time from the deadline to the news of the end.
 * @type {readonly Delay[]}
 */
export const DEADLINES = [
  { key: 'deadline-loop', title: 'an empty loop', source: LOOP, rounds: 20 },
  { key: 'deadline-built-ins', title: 'a loop around built-in functions of 20 µs', source: BUILT_INS, rounds: 10 },
  { key: 'deadline-native', title: 'one native call of about a second', source: ONE_CALL, rounds: 3 },
].map(({ key, title, source, rounds }) => ({
  key,
  title: `Time from a deadline of ${DEADLINE_MS} ms to the end of the run: ${title}`,
  rounds,
  sample: async (candidate) => {
    const start = performance.now();
    await candidate.endAtDeadline?.(source, DEADLINE_MS);
    return Math.max(0, performance.now() - start - DEADLINE_MS);
  },
}));

/** @param {Candidate} candidate @param {string} source */
async function cancelled(candidate, source) {
  const controller = new AbortController();
  let cancelledAt = 0;
  const cancelSoon = () => {
    setTimeout(() => {
      cancelledAt = performance.now();
      controller.abort();
    }, 10);
  };
  await candidate.cancel?.(source, cancelSoon, controller.signal);
  if (cancelledAt === 0) throw new Error(`${candidate.name} ended before it was cancelled`);
  return performance.now() - cancelledAt;
}

let turn = 0;

/**
 * A sample is the time from the cancel, on another thread than the program's, to the news of the end.
 * @type {readonly Delay[]}
 */
export const CANCELS = [
  {
    key: 'cancel-loop',
    title: 'Time from a cancel to the end of the run: a loop',
    rounds: 60,
    sample: (candidate) => cancelled(candidate, LOOP),
  },
  {
    key: 'cancel-native',
    title: 'Time from a cancel to the end of the run: native calls that take seconds or minutes',
    rounds: 9,
    // Nothing ends such a call of V8 in an isolate: its caller would wait for ever.
    candidates: ['worker'],
    sample: (candidate) => cancelled(candidate, NATIVE_LOOPS[turn++ % NATIVE_LOOPS.length] ?? LOOP),
  },
];
