import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import { makePng } from '../test/make-png.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = { title: 'Title', text: 'Some words.', photo: 'photo', body: 'body' };
const media = {
  bytes: async (handle: string) => (handle === 'photo' ? makePng(2, 2) : pack.build?.({ pages: [{}] })),
  toDocument: async (bytes: Uint8Array, { filename }: { filename: string }) => `${filename} ${isPdf(bytes)}`,
};
const isPdf = (bytes: unknown): boolean =>
  bytes instanceof Uint8Array && new TextDecoder().decode(bytes.subarray(0, 5)) === '%PDF-';
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-pdflib': pack }, globals: { inputs, media } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, table] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['%PDF-']);
    expect((await run(table)).logs).toEqual(['true']);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => isPdf(outputs['pdf']) || outputs['pdf'])).toEqual([
      true,
      true,
      'book.pdf true',
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
