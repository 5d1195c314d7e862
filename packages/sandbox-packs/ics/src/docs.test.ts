import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = {
  title: 'Talk',
  at: '2024-08-15T10:00:00Z',
  talks: [
    { title: 'One', at: '2024-08-15T10:00:00Z' },
    { title: 'Two', at: '2024-08-15T11:00:00Z' },
  ],
};
const written: Record<string, string> = {};
const workspace = { write: async (name: string, text: string) => void Object.assign(written, { [name]: text }) };
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-ics': pack }, globals: { inputs, workspace } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, holiday, weekly] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual([
      'UID:u1@example.test\nSUMMARY:Lunch\\, with\\; team\nDTSTART:20240815T100000Z\nDURATION:PT1H',
    ]);
    expect((await run(holiday)).logs).toEqual(['DTSTART;VALUE=DATE:20241224\nDTEND;VALUE=DATE:20241227']);
    expect((await run(weekly)).logs).toEqual(['true true']);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { ics: expect.stringContaining('TRIGGER:-PT15M') },
      { holiday: expect.stringContaining('DTEND;VALUE=DATE:20241227') },
      {},
      { ics: expect.stringContaining('METHOD:REQUEST') },
    ]);
    expect(written['talks.ics']?.match(/DURATION:PT45M/g)).toHaveLength(2);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
