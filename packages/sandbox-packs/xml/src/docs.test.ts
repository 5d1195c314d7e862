import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = { rss: '<rss><channel><item><title>One</title></item></channel></rss>' };
const run = (code: string) => runExample(code, { modules: { '@nodetool-ai/sandbox-xml': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['News & more', '1', '1'],
      ['[{"p":[{"#text":"one"},{"b":[{"#text":"two"}]},{"#text":"three"}]}]'],
      ['2 1'],
    ]);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { titles: ['One'] },
      { total: 12.5, currency: 'EUR' },
      { ok: '1' },
      { text: 'one two three' },
      {
        problem: 'xml.parse: text is not well-formed XML: line 2, column 6: </a> closes <b>. Mend the XML.',
      },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
