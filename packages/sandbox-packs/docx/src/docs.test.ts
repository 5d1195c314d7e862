import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const media = { toDocument: async (bytes: Uint8Array, { filename }: { filename: string }) => [filename, bytes[0]] };
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-docx': pack },
    globals: { media, inputs: { title: 'Q3', name: 'Ada Lovelace', sales: [{ month: 'Jul', eur: 120 }] } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['80 75'],
      ['true'],
      [expect.stringMatching(/^docx\.bad-argument docx\.build: elements\[0\]\.type is "title"/)],
    ]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { report: ['q3.docx', 80] },
      { letter: ['letter.docx', 80] },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
