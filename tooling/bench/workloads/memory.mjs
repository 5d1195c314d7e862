/** What runs cost in memory, and what a limit on it holds back. */

/** @typedef {import('../candidate.mjs').Candidate} Candidate */

const MIB = 2 ** 20;
/** Runs until compiled code and heaps have found their size: before that every candidate grows. */
const WARM_RUNS = 1500;

/**
 * Growth of resident memory over many runs, in MiB. Node must run with `--expose-gc`.
 * @param {() => Promise<unknown>} run
 * @param {number} runs
 */
export async function residentGrowth(run, runs, warmRuns = WARM_RUNS) {
  for (let i = 0; i < warmRuns; i++) await run();
  const before = await settledResident();
  for (let i = 0; i < runs; i++) await run();
  return ((await settledResident()) - before) / MIB;
}

/**
 * Resident memory per run while `count` of them wait for the host, in MiB.
 * @param {Candidate} candidate @param {number} count
 */
export async function residentOfWaiting(candidate, count) {
  const hold = async () => {
    const before = await settledResident();
    let release = () => {};
    /** @type {Promise<void>} */
    const until = new Promise((resolve) => {
      release = resolve;
    });
    const runs = Array.from({ length: count }, () => candidate.wait?.(until));
    const during = await settledResident();
    release();
    await Promise.all(runs);
    return (during - before) / MIB / count;
  };
  return hold();
}

async function settledResident() {
  if (!globalThis.gc) throw new Error('Memory cannot be measured without the collector: start node with --expose-gc.');
  for (let i = 0; i < 4; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().rss;
}

/** Ways to hold `chunk` bytes: one per item, one per character, eight per element of a copy that is as large as it has to be. */
const FILLS = ['new Uint8Array(chunk).fill(i)', 'String.fromCharCode(97 + i % 26).repeat(chunk)', 'list.toReversed()'];
/** Above this share of the limit a candidate has none to speak of. */
export const MAX_SHARE = 4;

/**
 * Bytes that programs hold when the limit ends them, as shares of the limit: in buffers, strings and arrays.
 * @param {Candidate} candidate @param {number} limitBytes
 */
export async function sharesAtLimit(candidate, limitBytes) {
  const chunk = limitBytes / 256;
  const shares = [];
  for (const make of FILLS) {
    let held = 0;
    const source = `const chunk = ${chunk}, held = [], list = Array.from({ length: chunk / 8 }, (_, i) => i); for (let i = 0; i < ${256 * MAX_SHARE}; i++) { held.push(${make}); await tell(held.length); }\nreturn held.length;`;
    const tell = async (/** @type {number} */ count) => {
      held = count;
      return count;
    };
    try {
      await candidate.fill?.(source, limitBytes, tell);
    } catch (error) {
      // An engine that let too much pass may not be able to go on; what was held counts.
      if (held === 0 && shares.length > 0) break;
      if (held === 0) throw error;
    }
    shares.push((held * chunk) / limitBytes);
  }
  return shares;
}
