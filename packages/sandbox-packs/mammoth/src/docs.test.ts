import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, rawArchive, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const document = rawArchive([
  {
    name: 'word/document.xml',
    data: `<w:document ${WORD}><w:body><w:p><w:r><w:t>Dear Ada,</w:t></w:r></w:p><w:p><w:r><w:t>two words</w:t></w:r></w:p></w:body></w:document>`,
  },
]);
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: {
      '@nodetool-ai/sandbox-mammoth': pack,
      'node:fs/promises': { readFile: async () => document },
    },
    globals: { inputs: { doc: 'letter' }, media: { bytes: async () => document } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['Dear Ada,\n\ntwo words', '<p>Dear Ada,</p><p>two words</p>'],
      ['2'],
      [expect.stringMatching(/^mammoth\.bad-format mammoth\.extractRawText: /)],
    ]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { words: 4 },
      { html: '<p>Dear Ada,</p><p>two words</p>' },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
