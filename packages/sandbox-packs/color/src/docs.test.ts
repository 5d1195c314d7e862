import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-color': pack },
    globals: { inputs: { brand: 'rebeccapurple' } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, readable, ramp] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['#663399 8.41', expect.stringMatching(/^#[0-9a-f]{6}$/)]);
    expect((await run(readable)).logs).toEqual(['#fff #000']);
    expect((await run(ramp)).logs).toEqual([expect.stringMatching(/^#ffffff (#[0-9a-f]{6} ){3}#663399$/)]);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { palette: Array.from({ length: 3 }, () => expect.stringMatching(/^#[0-9a-f]{6}$/)) },
      { texts: ['hsl(270, 50%, 40%)', '#ff000080'] },
      { readable: true },
      { ramp: ['#000000', '#808080', '#ffffff'] },
      { near: ['green'] },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`\\b${name}\\b`));
    for (const [name, value] of Object.entries(limits)) expect(read('README.md')).toContain(`| \`${name}\` | ${value}`);
  });
});
