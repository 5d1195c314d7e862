import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const run = (code: string) => runExample(code, { modules: { '@nodetool-ai/sandbox-__NAME__': pack } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([['ababab'], ['-----']]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([{ line: '-----' }]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`^## .*\\b${name}\\b`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/\B(?=(?:\d{3})+$)/g, ' ')}`);
    }
  });
});
