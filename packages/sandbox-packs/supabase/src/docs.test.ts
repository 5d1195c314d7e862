import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample, saidBy } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const sent: unknown[] = [];
const globals = {
  inputs: { a: 1, status: 'open' },
  nodetool: { secrets: { get: async (name: string) => (name === 'SUPABASE_URL' ? 'https://p.supabase.co/' : 'k') } },
  fetch: async (url: string, request: object) => {
    sent.push({ ...request, url });
    return { json: url.endsWith('rpc/add') ? 3 : [{ id: 1, title: 'x' }] };
  },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-supabase': pack }, globals });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    for (const code of examplesOf(read('README.md'))) {
      expect((await run(code)).logs).toEqual(saidBy(code));
    }
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([{ rows: [{ id: 1, title: 'x' }] }, { sum: 3 }]);
    const headers = { apikey: 'k', Authorization: 'Bearer k' };
    expect(sent).toEqual([
      {
        url: 'https://p.supabase.co/rest/v1/issues?select=id%2Ctitle&status=eq.open&limit=20',
        method: 'GET',
        headers: { ...headers, Prefer: 'return=representation' },
      },
      {
        url: 'https://p.supabase.co/rest/v1/rpc/add',
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{"a":1,"b":2}',
      },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
