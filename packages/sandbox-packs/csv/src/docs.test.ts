import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs: unknown = JSON.parse(read('test/inputs.json'));
const run = (code: string | undefined) =>
  runExample(code ?? '', { modules: { '@nodetool-ai/sandbox-csv': pack }, globals: { inputs } });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, semicolons, strict] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(['2', 'id,note\n1,"\'=SUM(A1)"\n3,"x, y"']);
    expect((await run(semicolons)).logs).toEqual(['name;note\r\nAda;"a;b"']);
    expect((await run(strict)).logs).toEqual([
      expect.stringMatching(/^csv\.bad-format csv\.parse: row 3, line 3: 1 fields/),
    ]);
  });

  it('have five calls that run', async () => {
    const outcomes = await Promise.all(examplesOf(read('SKILL.md')).map(run));
    expect(outcomes.map(({ outputs }) => outputs)).toEqual([
      { total: 12 },
      { width: 2, height: 3 },
      { problem: 'csv.bad-format' },
      { csv: 'id,amount\n1,5\n3,7' },
      { csv: 'n,text\n1,"a,b"\n2,' },
    ]);
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
