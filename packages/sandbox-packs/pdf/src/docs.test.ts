import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = { pdf: 'a handle', term: 'two' };
const media = {
  async bytes() {
    const document = await PDFDocument.create();
    for (const text of ['page one', 'page two']) document.addPage().drawText(text);
    return document.save();
  },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-pdf': pack }, globals: { inputs, media } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, no] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['Hello PDF', '1']);
    expect((await run(no)).logs).toEqual(['pdf.bad-format']);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { words: 4 },
      { problem: 'pdf.bad-format' },
      { hits: [2] },
      { second: 'page two' },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
