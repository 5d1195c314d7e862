import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-qr': pack },
    globals: { inputs: { url: 'https://example.org' } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, bytes, log] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['1 21 true', '<svg']);
    expect((await run(bytes)).logs).toEqual(['1']);
    expect((await run(log)).logs).toEqual(['14']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { svg: expect.stringMatching(/^<svg .*viewBox="0 0 330 330".*<\/svg>$/) },
      { dark: [25, expect.any(Number)] },
      { lines: 27 },
      { text: expect.stringContaining('▀') },
      { bits: expect.any(Number) },
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
