import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';
import * as locale from './locale.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-dates': pack, '@nodetool-ai/sandbox-dates/locale': locale },
    globals: { inputs: { start: '2024-01-31T00:00:00Z' } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, valid, distance] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['2024-02-29 9', 'Donnerstag, 29. Februar 2024']);
    expect((await run(valid)).logs).toEqual(['no date']);
    expect((await run(distance)).logs).toEqual(['il y a 3 jours']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { time: 1_706_659_200_000 },
      { due: '2024-02-29', week: 9 },
      { end: '2024-02-29T23:59:59.999Z' },
      { gone: [30, 'about 1 month'] },
      { text: 'Mittwoch, 31. Januar 2024' },
    ]);
  });

  it('name every export of both modules and every limit', () => {
    for (const name of [...Object.keys(pack), ...Object.keys(locale)])
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`\\b${name}\\b`));
    for (const [name, value] of Object.entries(limits)) expect(read('README.md')).toContain(`| \`${name}\` | ${value}`);
  });
});
