import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample, saidBy } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs: unknown = JSON.parse(read('test/inputs.json'));
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-expr': pack },
    globals: { inputs },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    const [first, message] = examplesOf(read('README.md'));
    expect((await run(first)).logs).toEqual(saidBy(first ?? ''));
    expect((await run(message)).logs).toEqual([
      'expr.evaluate: line 1, column 6: unexpected TEOF: EOF. Mend the formula.',
      'expr.evaluate: price is not defined. Pass it: { price: … }.',
    ]);
  });

  it('have a call that runs', async () => {
    const [code] = examplesOf(read('SKILL.md'));
    expect((await run(code)).outputs).toEqual({ price: 7.5 });
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
