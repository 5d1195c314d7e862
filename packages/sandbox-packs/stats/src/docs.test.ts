import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = {
  xs: [2, 4, 4, 4, 5, 5, 7, 9],
  points: [
    [0, 1],
    [1, 3],
    [2, 5],
  ],
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-stats': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, texts, groups] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['5 7.6', '21']);
    expect((await run(texts)).logs).toEqual(['2']);
    expect((await run(groups)).logs).toEqual(['[[1,2],[10,11],[20]]']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { middle: { mean: 5, median: 4.5 } },
      { p: [4.5, 7.6] },
      { spread: [2, 2.138089935299395] },
      { next: 21 },
      {
        groups: [
          [2, 4, 4, 4, 5, 5],
          [7, 9],
        ],
      },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`\\b${name}\\b`));
    for (const [name, value] of Object.entries(limits)) expect(read('README.md')).toContain(`| \`${name}\` | ${value}`);
  });
});
