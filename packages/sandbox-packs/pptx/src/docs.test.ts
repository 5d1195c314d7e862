import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { deckOf, run as runOf, shape, slideXml } from '../test/make-deck.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const deck = deckOf([slideXml(shape(runOf('Q3')) + shape(runOf('up 4 %'))), slideXml(shape(runOf('Thanks')))]);
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-pptx': pack, 'node:fs/promises': { readFile: async () => deck } },
    globals: { inputs: { deck: 'deck' }, media: { bytes: async () => deck } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['1: Q3', '2: Thanks', 'Q3\nup 4 %\n\nThanks'],
      ['0'],
      [expect.stringMatching(/^pptx\.bad-format pptx\.extractText: /)],
    ]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([{ words: 5 }, { titles: ['Q3', 'Thanks'] }]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
