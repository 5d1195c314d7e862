/**
 * `npm run soak [-- --runs N --workers N --seed N --json]`
 * Thousands of mixed runs over a small pool of workers, with a neighbour that must stay right all the time. Tells what
 * went wrong, and how much memory the process holds at the end against after the first fifth.
 */
import { parseArgs } from 'node:util';
import { programRun, talkingRun } from './one-run.mjs';
import { PROGRAMS } from './programs.mjs';

const { values: args } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
process.env.NODETOOL_SANDBOX_WORKERS = args.workers;

const RUNS = Number(args.runs);
const WORKERS = Number(args.workers);
/** Waiting runs keep the pool busy. */
const AT_ONCE = 2 * WORKERS;
const MAX_SHOWN = 20;

/** Park and Miller's generator: the same seed gives the same runs. */
let state = Number(args.seed) % 2147483647 || 1;
const random = () => {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
};

const totalWeight = PROGRAMS.reduce((sum, { weight }) => sum + weight, 0);
function pick() {
  let at = random() * totalWeight;
  for (const program of PROGRAMS) {
    at -= program.weight;
    if (at < 0) return program;
  }
  return PROGRAMS[0];
}

/** @type {Map<string, number>} */
const done = new Map();
/** @type {string[]} */
const faults = [];
let next = 0;
let neighbours = 0;

async function settledResident() {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().rss;
}

/** @param {() => boolean} mayGoOn */
async function lane(mayGoOn) {
  while (mayGoOn()) {
    const id = next++;
    const program = pick();
    if (program === undefined) return;
    faults.push(...(await programRun(program, id)).map((fault) => `run ${id}: ${fault}`));
    done.set(program.kind, (done.get(program.kind) ?? 0) + 1);
    if (process.stderr.isTTY && id % 100 === 0) process.stderr.write(`\r${id} of ${RUNS}`);
  }
}

/** @param {number} until */
async function stage(until) {
  let isOver = false;
  const neighbour = (async () => {
    while (!isOver) {
      const id = neighbours++;
      faults.push(...(await talkingRun(id)).map((fault) => `neighbour ${id}: ${fault}`));
    }
  })();
  await Promise.all(Array.from({ length: AT_ONCE }, () => lane(() => next < until)));
  isOver = true;
  await neighbour;
}

const startedAt = performance.now();
await stage(Math.ceil(RUNS / 5));
const residentEarly = await settledResident();
await stage(RUNS);
const residentLate = await settledResident();

const report = {
  runs: [...done.values()].reduce((sum, count) => sum + count, 0),
  byKind: Object.fromEntries([...done].sort()),
  neighbourRuns: neighbours,
  faults: faults.length,
  firstFaults: faults.slice(0, MAX_SHOWN),
  seconds: Math.round((performance.now() - startedAt) / 1000),
  grownBytes: residentLate - residentEarly,
};
if (args.json) console.log(JSON.stringify(report));
else {
  if (process.stderr.isTTY) process.stderr.write('\r');
  console.table(report.byKind);
  console.log(`${report.runs} runs and ${neighbours} of the neighbour in ${report.seconds} s`);
  console.log(`memory grew by ${(report.grownBytes / 2 ** 20).toFixed(1)} MiB after the first fifth`);
  console.log(
    faults.length === 0 ? 'nothing went wrong' : `${faults.length} faults:\n${report.firstFaults.join('\n')}`,
  );
}
process.exitCode = faults.length === 0 ? 0 : 1;
