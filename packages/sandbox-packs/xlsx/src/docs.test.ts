import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import type * as Xlsx from '../guest.js';
import * as pack from './index.js';
import * as limits from './limits.js';

const { write } = pack as unknown as typeof Xlsx;
const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const rows = [
  { item: 'a', usd: 1.5, paid: true },
  { item: 'b', usd: 2 },
];

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const run = (code: string) => runExample(code, { modules: { '@nodetool-ai/sandbox-xlsx': pack } });
    const outcomes = await Promise.all(examplesOf(read('README.md')).map(run));
    expect(outcomes.map(({ logs }) => logs)).toEqual([
      ['{"item":"a","usd":1.5,"note":null}', 'Costs'],
      ['2024-02-29T00:00:00.000Z'],
      ['[["x"],[],["y",null,1]]'],
    ]);
  });

  it('have five calls that run', async () => {
    const inputs = { book: await write({ Costs: rows, Other: [] }) };
    const run = (code: string) =>
      runExample(code, { modules: { '@nodetool-ai/sandbox-xlsx': pack }, globals: { inputs } });
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { sheets: ['Costs', 'Other'] },
      { total: 3.5 },
      { names: ['item', 'usd', 'paid'], rows: 2 },
      { bytes: true },
      { isBytes: true },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
