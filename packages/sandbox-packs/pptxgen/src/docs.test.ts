import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const media = {
  bytes: async () => Uint8Array.from(atob(PNG), (letter) => letter.charCodeAt(0)),
  toDocument: async (bytes: Uint8Array, { filename }: { filename: string }) => [filename, bytes[0]],
};
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-pptxgen': pack },
    globals: { media, inputs: { title: 'Q3', sales: [{ month: 'Jul', eur: 120 }], photos: ['a', 'b'] } },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['80 75'],
      ['true'],
      [expect.stringMatching(/^pptxgen\.bad-argument pptxgen\.build: slides\[0\]\.items\[0\]\.color is no colour/)],
    ]);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([{ deck: ['q3.pptx', 80] }, { album: ['album.pptx', 80] }]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
