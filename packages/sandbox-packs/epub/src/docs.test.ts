import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { bookOf } from '../test/make-book.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const book = bookOf();
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-epub': pack, 'node:fs/promises': { readFile: async () => book } },
    globals: { inputs: { book: 'book' }, media: { bytes: async () => book } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['Test & Book by Jane Doe', 'One', 'Two'],
      ['7'],
      [expect.stringMatching(/^epub\.bad-format epub\.metadata: /)],
    ]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { label: 'Jane Doe: Test & Book' },
      { outline: 'One\nTwo' },
      { words: 7 },
      { index: ['One (24)', 'Two (16)'] },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
