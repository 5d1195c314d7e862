import { describe, expect, it } from 'vitest';
import { nodeVm } from './candidates/node-vm.mjs';
import { raw } from './candidates/raw.mjs';
import { wrapper } from './candidates/wrapper.mjs';
import { interleave } from './measure.mjs';
import { replaceTables, workloadTable } from './report.mjs';
import { median, quantile, ratio } from './stats.mjs';
import { WORKLOADS } from './workloads.mjs';

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
    const timed = ['a', 'b', 'c'].map((name, i) => ({
      name,
      run: async () => {
        order.push(name);
        clock += i + 1;
      },
    }));
    const samples = await interleave(timed, 2, { now: () => clock });
    expect(order.join('')).toBe('abcbcacab');
    expect([...samples]).toEqual([
      ['a', [1, 1]],
      ['b', [2, 2]],
      ['c', [3, 3]],
    ]);
  });
});

describe('the report', () => {
  it('gives ratios beside times, and the reason of who cannot do the work', () => {
    const samples = new Map([
      ['ours', [1, 1, 1]],
      ['other', [40, 50, 60]],
    ]);
    const table = workloadTable(
      { title: 'T', rounds: 3, samples, unable: new Map([['third', 'not able: x']]) },
      'ours',
    );
    expect(table).toContain('| ours | 1 | 1 | 1 |');
    expect(table).toContain('| other | 50 (45–55) | 50 | 59 |');
    expect(table).toContain('| third | not able: x | – | – |');
  });

  it('replaces only what is between the markers', () => {
    expect(replaceTables('a\n<!-- bench:start -->\nold\n<!-- bench:end -->\nb', 'new')).toBe(
      'a\n<!-- bench:start -->\n\nnew\n\n<!-- bench:end -->\nb',
    );
    expect(() => replaceTables('nothing', 'new')).toThrow('bench:start');
  });
});

describe.each([
  ['raw engine', raw],
  ['wrapper', wrapper],
  ['node:vm', async () => nodeVm()],
])('the peer %s', (_name, make) => {
  it.each(WORKLOADS.filter(({ key }) => key === 'empty' || key === 'rows'))('does "$title"', async ({ run }) => {
    await run(await make());
  });
});
