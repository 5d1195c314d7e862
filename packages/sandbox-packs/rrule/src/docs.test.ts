import { readFileSync } from 'node:fs';
import { examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs = { rule: 'DTSTART:20240101T100000Z\nRRULE:FREQ=WEEKLY', from: '2024-02-01', to: '2024-02-12T10:00:00Z' };
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-rrule': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, next, exception] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['01-26,02-23,03-29,04-26', 'every week on Monday for 2 times']);
    expect((await run(next)).logs).toEqual(['3']);
    expect((await run(exception)).logs).toEqual(['2']);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { dates: ['2024-02-05T10:00:00.000Z', '2024-02-12T10:00:00.000Z'] },
      { dates: ['2024-01-26', '2024-02-23'] },
      { count: 2 },
      { date: '2024-02-29T10:00:00.000Z' },
      { names: ['DAILY', '+1MO', 7] },
    ]);
  });

  it('name every export and every limit', () => {
    for (const name of Object.keys(pack))
      if (name !== 'default') expect(read('SKILL.md')).toMatch(new RegExp(`^## .*\\b${name}\\b`, 'm'));
    for (const [name, value] of Object.entries(limits)) {
      expect(read('README.md')).toContain(`| \`${name}\` | ${String(value).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')}`);
    }
  });
});
