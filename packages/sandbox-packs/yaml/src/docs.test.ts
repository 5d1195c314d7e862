import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const world = {
  modules: { '@nodetool-ai/sandbox-yaml': pack },
  globals: { inputs: { text: 'name: x\nreplicas: 2\n' } },
};
const run = (code: string | undefined) => runExample(code ?? '', world);

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, several, dates] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['web', 'image: web\nport: 80\n']);
    expect((await run(several)).logs).toEqual(['0: a, 1: b']);
    expect((await run(dates)).logs).toEqual(['2024-01-02T00:00:00.000Z']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { name: 'x' },
      { count: 1 },
      { text: 'name: x\nreplicas: 3\n' },
      { year: 2024 },
      { problem: expect.stringMatching(/^line 2: duplicated mapping key/) },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`\\b${name}\\b`));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')}`);
    }
  });
});
