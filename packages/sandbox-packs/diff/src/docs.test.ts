import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-diff': pack },
    globals: { inputs: { before: 'a\n', after: 'b\n' } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    for (const code of examplesOf(read('README.md'))) {
      const said = [...code.matchAll(/; \/\/ (.*)$/gm)].map((match) => match[1]);
      expect((await run(code)).logs).toEqual(said);
    }
  });

  it('have a call that runs', async () => {
    const [code] = examplesOf(read('SKILL.md'));
    expect((await run(code)).outputs).toEqual({ changed: true });
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`^## ${name}\\(`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')}`);
    }
  });
});
