import { describe, expect, it } from 'vitest';
import * as interrupts from '../../packages/sandbox-core/src/executor/interrupts.js';
import * as guest from '../../packages/sandbox-core/src/generated/guest-modules.js';
import type { Candidate } from './candidate.mjs';
import { nodeVm } from './candidates/node-vm.mjs';
import { ours } from './candidates/ours.mjs';
import { raw } from './candidates/raw.mjs';
import { rawWithWorld } from './candidates/raw-with-world.mjs';
import { unpolled } from './candidates/unpolled.mjs';
import { wrapper } from './candidates/wrapper.mjs';
import { GROUPS } from './groups.mjs';
import { interleave, type Measure, timeOf } from './measure.mjs';
import { groupTable, replaceTables, targetTable, verdicts } from './report.mjs';
import { median, quantile, ratio } from './stats.mjs';
import { judge, TARGETS } from './targets.mjs';
import { timeToOutput } from './workloads/cold-start.mjs';
import { CANCELS, DEADLINES } from './workloads/deadlines.mjs';
import { MAX_SHARE, sharesAtLimit } from './workloads/memory.mjs';
import {
  bytesWorkload,
  callsWorkload,
  checkedRun,
  EMPTY,
  KERNEL_WORKLOADS,
  libraryWorkload,
  objectCallsWorkload,
  rowsWorkload,
} from './workloads/runs.mjs';
import { timePerRun } from './workloads/throughput.mjs';

describe('figures', () => {
  it('interpolate between samples', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it('compare medians, and show the middle half of the rounds', () => {
    expect(ratio([2, 4, 6], [1, 1, 2])).toEqual({ median: 4, low: 2.5, high: 3.5 });
  });
});

describe('rounds', () => {
  it('run every candidate once, in rotated order, and drop the first', async () => {
    const order: string[] = [];
    let clock = 0;
    const sampled = ['a', 'b', 'c'].map((id, i) => ({
      id,
      sample: timeOf(
        async () => {
          order.push(id);
          clock += i + 1;
        },
        { now: () => clock },
      ),
    }));
    expect(await interleave(sampled, 2)).toEqual({ a: [1, 1], b: [2, 2], c: [3, 3] });
    expect(order.join('')).toBe('abcbcacab');
  });

  it('take the mean of a batch after one run that is not counted', async () => {
    let clock = 0;
    let runs = 0;
    const run = async () => {
      runs++;
      clock += runs === 1 ? 1000 : 2;
    };
    const sample = timeOf(run, { now: () => clock, batch: 4 });
    expect(await sample()).toBe(2);
    expect(runs).toBe(5);
  });
});

describe('a target', () => {
  const atMost = { measure: 'm', of: 'a', against: 'b', atMost: 0.5 };

  it('compares medians with its bound', () => {
    expect(judge(atMost, { a: [1, 1, 9], b: [2, 2, 2] })).toMatchObject({ value: 0.5, isMet: true });
    expect(judge(atMost, { a: [1.1], b: [2] })).toMatchObject({ isMet: false });
    expect(judge(atMost, { a: [1] })).toBeUndefined();
  });

  it('may be about a tail, or about every sample', () => {
    expect(judge({ measure: 'm', of: 'a', figure: 'tail', atMost: 4 }, { a: [1, 1, 1] })).toMatchObject({ value: 1 });
    const each = { measure: 'm', of: 'a', figure: 'each', atLeast: 0.9, atMost: 1.06 } as const;
    expect(judge(each, { a: [0.95, 1.05] })?.isMet).toBe(true);
    expect(judge(each, { a: [0.95, 1.07] })?.isMet).toBe(false);
    expect(judge(each, { a: [0.89, 1] })?.isMet).toBe(false);
  });

  it('fails when more than half of the processes miss it', () => {
    const [target] = TARGETS.filter(({ measure }) => measure === 'library');
    const process = (ms: number): Measure[] => [
      {
        key: 'library',
        group: 'library',
        title: 'T',
        unit: 'ms',
        rounds: 1,
        samples: { inline: [ms], raw: [24] },
        unable: {},
      },
    ];
    const of = (times: number[]) => verdicts(times.map(process)).find((one) => one.target === target);
    expect(of([1, 1, 1, 3, 3])).toMatchObject({ missed: 2, isMet: true });
    expect(of([1, 1, 3, 3, 3])).toMatchObject({ missed: 3, isMet: false });
    expect(targetTable([3, 3, 1].map(process))).toContain('| ≤ 1/12 | 1/8 (1/24 to 1/8) | **no**, 1 of 3 |');
  });

  it('is about a measure and candidates that exist', () => {
    const groups = Object.values(GROUPS);
    expect(groups.length).toBeGreaterThan(10);
    for (const { of } of TARGETS) expect(['inline', 'worker']).toContain(of);
  });
});

describe('the report', () => {
  const measure: Measure = {
    key: 'k',
    group: 'g',
    title: 'T',
    unit: 'ms',
    rounds: 3,
    samples: { inline: [1, 1, 1], raw: [40, 50, 60] },
    unable: { vm: 'x' },
  };

  it('gives ratios, and the reason of who cannot do the work', () => {
    const table = groupTable({ key: 'g', title: 'G' }, [[measure]]);
    expect(table).toContain('| T | 3 | 1, p95 1 (1 = 1 ms) | 50 (45 to 55), p95 59 | – |');
    expect(table).toContain('- node:vm, no isolation, T: x.');
  });

  it('leaves out groups that were not measured', () => {
    expect(groupTable({ key: 'other', title: 'G' }, [[measure]])).toBeUndefined();
  });

  it('replaces only what is between the markers', () => {
    expect(replaceTables('a\n<!-- bench:start -->\nold\n<!-- bench:end -->\nb', 'new')).toBe(
      'a\n<!-- bench:start -->\n\nnew\n\n<!-- bench:end -->\nb',
    );
    expect(() => replaceTables('nothing', 'new')).toThrow('bench:start');
  });
});

const small = [
  EMPTY[0],
  rowsWorkload(40, 1),
  callsWorkload(20, 1, { isAsync: false }),
  callsWorkload(20, 1, { isAsync: true }),
  objectCallsWorkload(20, 1),
  bytesWorkload(1, 1),
  libraryWorkload(),
  ...KERNEL_WORKLOADS,
].filter((workload) => workload !== undefined);

describe.each<[string, () => Candidate | Promise<Candidate>]>([
  ['runInSandbox, inline', () => ours('inline')],
  ['runInSandbox, worker', () => ours('worker')],
  ['raw engine', raw],
  ['wrapper', wrapper],
  ['node:vm', nodeVm],
])('%s', (name, make) => {
  it.each(small)('gives the right answer: $title', async (workload) => {
    await checkedRun(workload, await make());
  });

  it('ends a loop at its deadline', async () => {
    expect(await DEADLINES[0]?.sample(await make())).toBeLessThan(10_000);
  });

  it('waits for the host', async () => {
    let isOver = false;
    const until = new Promise<void>((resolve) =>
      setTimeout(() => {
        isOver = true;
        resolve();
      }, 20),
    );
    await (await make()).wait?.(until);
    expect(isOver).toBe(true);
  });

  it('has its memory limit measured, if it has one', async () => {
    const candidate = await make();
    if (candidate.fill === undefined) return expect(candidate.cannot?.['fill']).toMatch(/limit/);
    const [buffers = 0] = await sharesAtLimit(candidate, 2 ** 20);
    if (name.startsWith('runInSandbox')) expect(buffers).toBeLessThan(1.1);
    expect(buffers).toBeGreaterThan(0.5);
    expect(buffers).toBeLessThanOrEqual(MAX_SHARE);
  });
});

describe('measures of single candidates', () => {
  it('cancel loops in a worker', async () => {
    for (const { sample } of CANCELS) expect(await sample(ours('worker'))).toBeLessThan(10_000);
  });

  it('evaluate our world in the raw engine', async () => {
    expect(await (await rawWithWorld(guest)).empty()).toBe(1);
  });

  it('stop the engine from asking, and let it ask again', async () => {
    const asked = interrupts.Interrupts.prototype.shouldStop;
    const [kernel] = KERNEL_WORKLOADS;
    if (kernel === undefined) throw new Error('no kernels');
    await checkedRun(kernel, unpolled(interrupts));
    expect(interrupts.Interrupts.prototype.shouldStop).toBe(asked);
  });

  it('count the runs that finish while several are under way', async () => {
    const run = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 1;
    };
    const alone = await timePerRun(run, { concurrency: 1, ms: 50, expected: 1 });
    const four = await timePerRun(run, { concurrency: 4, ms: 50, expected: 1 });
    expect(alone).toBeGreaterThan(4);
    expect(four).toBeLessThan(alone);
    await expect(timePerRun(run, { concurrency: 1, ms: 5, expected: 2 })).rejects.toThrow('wrong answer');
  });

  it('time the first output of a fresh process', async () => {
    expect(await timeToOutput('bare')).toBeGreaterThan(0);
    await expect(timeToOutput('nobody')).rejects.toThrow('nobody');
  });
});
