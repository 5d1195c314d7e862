import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs: unknown = JSON.parse(read('test/inputs.json'));
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-html': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, json, readable] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual([
      'News',
      'internal external',
      '## News\n\nRead [more](https://e.test/more) or [leave](https://other.test/).',
    ]);
    expect((await run(json)).logs).toEqual(['A']);
    expect((await run(readable)).logs).toEqual(['T Words.']);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { titles: ['A'], images: ['i.png'] },
      { markdown: '## A\n\n![](https://e.test/i.png)\n\nb [c](https://other.test/) [d](https://e.test/d)' },
      { lines: ['T', 'A', 'b c d'] },
      { outside: ['https://other.test/'] },
      { images: ['https://e.test/i.png'] },
      { title: 'T' },
      { text: 'A b c d' },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
