import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample, saidBy } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const sent: unknown[] = [];
const page = { id: 'p1', properties: { Name: { title: [{ plain_text: 'My ' }, { plain_text: 'page' }] } } };
const divider = { type: 'divider', divider: {} };
const globals = {
  inputs: { query: 'x', row: page, page: 'p1' },
  nodetool: { secrets: { get: async () => 't' } },
  fetch: async (url: string, request: object) => {
    sent.push({ ...request, url });
    return { json: { results: url.endsWith('search') ? [page] : [divider] } };
  },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-notion': pack }, globals });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    for (const code of examplesOf(read('README.md'))) {
      expect((await run(code)).logs).toEqual(saidBy(code));
    }
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { ids: ['p1'] },
      { title: 'My page' },
      { markdown: '---' },
    ]);
    const headers = { Authorization: 'Bearer t', 'Notion-Version': '2022-06-28' };
    expect(sent).toEqual([
      {
        url: 'https://api.notion.com/v1/search',
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{"query":"x","page_size":20}',
      },
      { url: 'https://api.notion.com/v1/blocks/p1/children?page_size=100', method: 'GET', headers },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
