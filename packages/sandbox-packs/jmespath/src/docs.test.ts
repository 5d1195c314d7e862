import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const report = { regions: [{ name: 'north', stores: [{ open: true, name: 'n', sales: [1, 2] }, { open: false }] }] };
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-jmespath': pack }, globals: { inputs: { report } } });

describe('the documents', () => {
  afterAll(() => pack.clearCustomFunctions());

  it('have examples that say what happens', async () => {
    const [first, compiled, own] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['b', '3']);
    expect((await run(compiled)).logs).toEqual(['Ada']);
    expect((await run(own)).logs).toEqual(['150,200']);
    pack.clearCustomFunctions();
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { rows: [{ name: 'n', sales: 3 }] },
      { names: ['north'] },
      { cents: [150, 200] },
      { has: [true, false] },
      { kinds: ['UnquotedIdentifier', 'Lbracket', 'Number', 'Rbracket'] },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`\\b${name}\\b`));
    for (const [name, value] of Object.entries(limits)) expect(read('README.md')).toContain(`| \`${name}\` | ${value}`);
  });
});
