import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs: unknown = JSON.parse(read('test/inputs.json'));
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-chrono': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, exact, german] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual([
      '2024-05-16T07:00:00.000Z',
      '5 5 June 2024 to 9 June 2024 2024-06-05T12:00:00.000Z 2024-06-09T12:00:00.000Z',
      '36 tomorrow 2024-05-16T12:00:00.000Z null',
    ]);
    expect((await run(exact)).logs).toEqual(['2024-06-03T10:30:00.000Z']);
    expect((await run(german)).logs).toEqual(['2024-05-16T09:00:00.000Z']);
  });

  it('have calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { due: '2024-05-17T16:00:00.000Z' },
      { day: '2024-02-01T12:00:00.000Z' },
      {
        meetings: [
          { when: '2024-05-16T08:00:00.000Z', said: 'tomorrow at 9am' },
          { when: '2024-05-20T11:00:00.000Z', said: 'Monday' },
        ],
      },
      { days: 4 },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
