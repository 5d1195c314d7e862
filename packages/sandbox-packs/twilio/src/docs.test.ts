import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample, saidBy } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const sent: unknown[] = [];
const globals = {
  inputs: { to: '+1555', from: '+1556', text: 'hi' },
  nodetool: { secrets: { get: async (name: string) => (name === 'TWILIO_ACCOUNT_SID' ? 'AC1' : 'tok') } },
  fetch: async (url: string, request: object) => {
    sent.push({ ...request, url });
    return { json: { sid: 'SM1' } };
  },
};
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-twilio': pack }, globals });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    for (const code of examplesOf(read('README.md'))) {
      expect((await run(code)).logs).toEqual(saidBy(code));
    }
  });

  it('have a call that runs', async () => {
    const [code] = examplesOf(read('SKILL.md'));
    expect((await run(code)).outputs).toEqual({ sid: 'SM1' });
    expect(sent).toEqual([
      {
        url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
        method: 'POST',
        headers: { Authorization: 'Basic QUMxOnRvaw==', 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'To=%2B1555&From=%2B1556&Body=hi',
      },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
