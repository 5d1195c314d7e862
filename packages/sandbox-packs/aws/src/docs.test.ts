import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const sent: { url: string; method: string; headers: Record<string, string> }[] = [];
const globals = {
  inputs: { record: { a: 1 }, objectUrl: 'https://b.s3.amazonaws.com/k' },
  nodetool: { secrets: { get: async (name: string) => name } },
  fetch: async (url: string, request: { method: string; headers: Record<string, string> }) => {
    sent.push({ ...request, url });
    return { status: 200 };
  },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-aws': pack }, globals });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    for (const code of examplesOf(read('README.md'))) {
      const said = [...code.matchAll(/; \/\/ (.*)$/gm)].map((match) => match[1]);
      expect((await run(code)).logs).toEqual(said);
    }
  });

  it('have calls that run', async () => {
    const [status, link] = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(status?.outputs).toEqual({ status: 200 });
    expect(sent).toMatchObject([{ url: 'https://b.s3.amazonaws.com/k', method: 'PUT', body: '{"a":1}' }]);
    expect(sent[0]?.headers['Authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AWS_ACCESS_KEY_ID\/\d{8}\/us-east-1\/s3\/aws4_request, /,
    );
    expect(link?.outputs['link']).toMatch(/^https:\/\/b\.s3\.amazonaws\.com\/k\?.*&X-Amz-Expires=600&/);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`^## ${name}\\(`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')}`);
    }
  });
});
