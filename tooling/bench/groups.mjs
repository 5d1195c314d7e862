/** What is measured, in groups that each get a process of their own. */
import { interleave, timeOf } from './measure.mjs';
import { candidatesOfTargets } from './targets.mjs';
import { timeToOutput } from './workloads/cold-start.mjs';
import { CANCELS, DEADLINES } from './workloads/deadlines.mjs';
import { residentGrowth, residentOfWaiting, sharesAtLimit } from './workloads/memory.mjs';
import {
  bytesWorkload,
  callsWorkload,
  checkedRun,
  EMPTY,
  KERNEL_WORKLOADS,
  libraryWorkload,
  objectCallsWorkload,
  POLLING_WORKLOADS,
  rowsWorkload,
  spaced,
} from './workloads/runs.mjs';
import { LANES, THROUGHPUT, timePerRun } from './workloads/throughput.mjs';

/** @typedef {import('./candidate.mjs').Candidate} Candidate */
/** @typedef {import('./measure.mjs').Measure} Measure */

const MIB = 2 ** 20;
const COLD_ROUNDS = 12;
const GROWTH_RUNS = 10_000;
const THROUGHPUT_ROUNDS = 6;
const THROUGHPUT_MS = 250;
/** A worker holds one run, and there are at most four. */
const WAITING = { worker: 4, others: 20 };

/**
 * @typedef {object} Conditions
 * @property {readonly Candidate[]} candidates
 * @property {boolean} targetsOnly measure only what a target is about
 * @property {number} [rounds] instead of each measure's own
 * @property {number} scale of rounds and warm-ups, at most 1
 * @property {readonly string[]} nodeFlags
 */

/**
 * One measure over the candidates that can do it.
 * @param {Conditions} conditions
 * @param {{ key: string, group: string, title: string, rounds: number, unit?: string, method: keyof Candidate }} what
 * @param {(candidate: Candidate) => () => Promise<number>} sampler
 * @param {(candidate: Candidate) => Promise<unknown>} attempt once before anything is counted; what throws is not measured
 * @returns {Promise<Measure[]>}
 */
async function measured(conditions, { key, group, title, rounds, unit = 'ms', method }, sampler, attempt) {
  const wanted = candidatesOfTargets(key);
  const candidates = conditions.candidates.filter(({ id }) => !conditions.targetsOnly || wanted.has(id));
  if (candidates.length === 0) return [];
  console.error(`Measuring: ${title}`);
  /** @type {Record<string, string>} */
  const unable = {};
  const able = [];
  for (const candidate of candidates) {
    if (candidate[method] === undefined) {
      const why = candidate.cannot?.[method];
      if (why !== undefined) unable[candidate.id] = why;
      continue;
    }
    try {
      await attempt(candidate);
      able.push({ id: candidate.id, sample: sampler(candidate) });
    } catch (error) {
      unable[candidate.id] = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    }
  }
  const count = roundsOf(conditions, rounds);
  return [{ key, group, title, unit, rounds: count, samples: await interleave(able, count), unable }];
}

/** @param {Conditions} conditions @param {number} rounds */
const roundsOf = ({ rounds: fixed, scale }, rounds) => fixed ?? Math.max(3, Math.round(rounds * scale));

/**
 * What has been warmed up in this process.
 * @type {Map<unknown, Set<string>>}
 */
const warmed = new Map();

/** @param {Conditions} conditions @param {string} group @param {readonly import('./workloads/runs.mjs').Workload[]} workloads */
async function timed(conditions, group, workloads) {
  const measures = [];
  for (const workload of workloads) {
    const warmUp = async (/** @type {Candidate} */ candidate) => {
      await checkedRun(workload, candidate);
      if (warmed.get(workload.run)?.has(candidate.id)) return;
      warmed.set(workload.run, new Set([...(warmed.get(workload.run) ?? []), candidate.id]));
      const end = performance.now() + (workload.warmMs ?? 0) * conditions.scale;
      while (performance.now() < end) await workload.run(candidate);
    };
    const sampler = (/** @type {Candidate} */ candidate) =>
      timeOf(async () => workload.run(candidate), { batch: workload.batch ?? 1 });
    const { candidates: ids } = workload;
    const candidates = conditions.candidates.filter(({ id }) => ids === undefined || ids.includes(id));
    measures.push(...(await measured({ ...conditions, candidates }, { ...workload, group }, sampler, warmUp)));
  }
  return measures;
}

const USUAL = ['inline', 'worker', 'wrapper', 'raw', 'ivm', 'vm'];

/**
 * @typedef {object} Group
 * @property {string} title
 * @property {string} [note]
 * @property {readonly string[]} [candidates] ids; default the usual ones
 * @property {(conditions: Conditions) => Promise<Measure[]>} measure
 */

/** @param {Group} group @param {readonly Candidate[]} candidates */
export const candidatesOf = ({ candidates: ids = USUAL }, candidates) =>
  candidates.filter(({ id }) => ids.includes(id));

/** @type {Record<string, Group>} */
export const GROUPS = {
  empty: {
    title: 'Cost of a run',
    candidates: ['inline', 'worker', 'wrapper', 'raw', 'raw-world', 'ivm', 'vm'],
    measure: (conditions) => timed(conditions, 'empty', EMPTY),
  },
  'cold-start': {
    title: 'Cold start',
    note: 'A fresh process up to its first output, less what a bare Node takes in the same round.',
    measure: (conditions) => {
      const flagsOf = (/** @type {string} */ id) => (id === 'ivm' ? conditions.nodeFlags : []);
      return measured(
        conditions,
        {
          key: 'cold-start',
          group: 'cold-start',
          title: 'A program that returns 1 in a fresh process',
          rounds: COLD_ROUNDS,
          method: 'empty',
        },
        ({ id }) =>
          async () => {
            const bare = await timeToOutput('bare', flagsOf(id));
            return (await timeToOutput(id, flagsOf(id))) - bare;
          },
        ({ id }) => timeToOutput(id, flagsOf(id)),
      );
    },
  },
  rows: {
    title: 'Rows in and out',
    measure: (conditions) => timed(conditions, 'rows', [rowsWorkload(5000, 15), rowsWorkload(50_000, 7)]),
  },
  calls: {
    title: 'Host calls',
    measure: (conditions) =>
      timed(conditions, 'calls', [
        callsWorkload(10_000, 7, { isAsync: false }),
        callsWorkload(10_000, 5, { isAsync: true }),
        objectCallsWorkload(10_000, 5),
      ]),
  },
  bytes: {
    title: 'Bytes in and out',
    note: 'The last needs `memoryLimitBytes` raised from its default of 64 MiB; 256 MiB stand for all three.',
    measure: (conditions) =>
      timed(conditions, 'bytes', [bytesWorkload(1, 30), bytesWorkload(10, 15), bytesWorkload(40, 9)]),
  },
  library: {
    title: 'Import of a library',
    note: 'The peers parse and evaluate its text in each run.',
    measure: (conditions) => timed(conditions, 'library', [libraryWorkload()]),
  },
  kernels: {
    title: 'CPU',
    measure: (conditions) => timed(conditions, 'kernels', KERNEL_WORKLOADS),
  },
  polling: {
    title: 'What polling for deadline and cancel costs',
    note: 'Against the same engine that is never asked whether to stop.',
    candidates: ['inline', 'unpolled'],
    measure: (conditions) => timed(conditions, 'polling', POLLING_WORKLOADS),
  },
  memory: {
    title: 'Resident memory',
    note: 'After four collections, before and after; 1500 runs have gone before.',
    measure: async (conditions) => {
      const runs = Math.round(GROWTH_RUNS * conditions.scale);
      const growth = await once(
        conditions,
        { key: 'growth', group: 'memory', title: `Growth over ${spaced(runs)} runs`, unit: 'MiB', method: 'empty' },
        (candidate) => {
          return residentGrowth(() => candidate.empty(), runs, Math.min(1500, runs));
        },
      );
      const waiting = await once(
        conditions,
        { key: 'waiting', group: 'memory', title: 'One run that waits for the host', unit: 'MiB', method: 'wait' },
        async (candidate) => {
          const count = candidate.id === 'worker' ? WAITING.worker : WAITING.others;
          await residentOfWaiting(candidate, count);
          return residentOfWaiting(candidate, count);
        },
      );
      return [...growth, ...waiting];
    },
  },
  limit: {
    title: 'Bytes held when the memory limit ends a run, as a share of the limit',
    note: 'In buffers, strings and arrays; a program stops at four times the limit.',
    measure: async (conditions) => {
      const measures = [];
      for (const mib of [1, 8, 64, 256]) {
        const candidates = conditions.candidates.filter(({ id }) => id === 'inline' || mib === 64);
        const what = {
          key: `limit-${mib}`,
          group: 'limit',
          title: `Held at a limit of ${mib} MiB`,
          unit: 'of the limit',
          method: /** @type {const} */ ('fill'),
        };
        measures.push(
          ...(await once({ ...conditions, candidates }, what, (candidate) => sharesAtLimit(candidate, mib * MIB))),
        );
      }
      return measures;
    },
  },
  deadlines: {
    title: 'Deadlines',
    measure: (conditions) => delays(conditions, 'deadlines', 'endAtDeadline', DEADLINES),
  },
  cancel: {
    title: 'Cancel',
    // Inline the loop blocks the thread that would cancel it.
    candidates: USUAL.filter((id) => id !== 'inline'),
    measure: (conditions) => delays(conditions, 'cancel', 'cancel', CANCELS),
  },
  throughput: {
    title: 'Throughput',
    measure: throughput,
  },
};

/**
 * A measure that is taken once.
 * @param {Conditions} conditions
 * @param {{ key: string, group: string, title: string, unit: string, method: keyof Candidate }} what
 * @param {(candidate: Candidate) => Promise<number | number[]>} take
 */
async function once(conditions, what, take) {
  /** @type {Map<string, number[]>} */
  const taken = new Map();
  const measures = await measured(
    { ...conditions, rounds: 0 },
    { ...what, rounds: 1 },
    () => async () => 0,
    async (candidate) => taken.set(candidate.id, [await take(candidate)].flat()),
  );
  for (const measure of measures) {
    measure.rounds = 1;
    for (const id of Object.keys(measure.samples)) measure.samples[id] = taken.get(id) ?? [];
  }
  return measures;
}

/**
 * @param {Conditions} conditions @param {string} group @param {'endAtDeadline' | 'cancel'} method
 * @param {readonly import('./workloads/deadlines.mjs').Delay[]} list
 */
async function delays(conditions, group, method, list) {
  const measures = [];
  for (const { sample, candidates: ids, ...what } of list) {
    const candidates = conditions.candidates.filter(({ id }) => ids === undefined || ids.includes(id));
    const sampler = (/** @type {Candidate} */ candidate) => () => sample(candidate);
    measures.push(...(await measured({ ...conditions, candidates }, { ...what, group, method }, sampler, sample)));
  }
  return measures;
}

/** @param {Conditions} conditions */
async function throughput(conditions) {
  const measures = [];
  for (const { key, title, run, expected } of THROUGHPUT) {
    const lanes = LANES.flatMap(({ id, concurrency }) => {
      const candidate = conditions.candidates.find((one) => one.id === id);
      if (candidate === undefined) return [];
      return [{ ...candidate, id: concurrency > 1 ? `${id}×${concurrency}` : id, concurrency }];
    });
    const sampler = (/** @type {Candidate} */ lane) => () => {
      const concurrency = lanes.find(({ id }) => id === lane.id)?.concurrency ?? 1;
      return timePerRun(() => run(lane), { concurrency, ms: THROUGHPUT_MS, expected: expected() });
    };
    const what = { key, group: 'throughput', title, rounds: THROUGHPUT_ROUNDS, method: /** @type {const} */ ('empty') };
    measures.push(...(await measured({ ...conditions, candidates: lanes }, what, sampler, (lane) => sampler(lane)())));
  }
  return measures;
}
