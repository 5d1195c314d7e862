import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import Decimal, * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = {
  lines: [
    { price: '19.99', qty: 3 },
    { price: 0.1, qty: 7 },
  ],
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-decimal': pack }, globals: { inputs } });

describe('the documents', () => {
  afterEach(() => Decimal.set({ defaults: true }));

  it('have examples that say what happens', async () => {
    const [first, bill, bank] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['0.30000000000000004', '0.3', '100.50']);
    expect((await run(bill)).logs).toEqual(['60.67']);
    expect((await run(bank)).logs).toEqual(['2 3']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { total: '60.67' },
      { sum: '0.6' },
      { third: '0.333333' },
      { rounded: '2' },
      { texts: ['1000000000000000000000', '1.01'] },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`^## .*\\b${name}\\b`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')}`);
    }
  });
});
