import { readFileSync } from 'node:fs';
import { documentGaps, examplesOf, runExample, saidBy } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import * as pack from './index.js';
import * as limits from './limits.js';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const inputs: unknown = JSON.parse(read('test/inputs.json'));
const run = (code: string | undefined) =>
  runExample(code ?? '', {
    modules: { '@nodetool-ai/sandbox-diff': pack },
    globals: { inputs },
  });

describe('the documents', () => {
  it('have examples that say what happens', async () => {
    for (const code of examplesOf(read('README.md'))) {
      expect((await run(code)).logs).toEqual(saidBy(code));
    }
  });

  it('have a call that runs', async () => {
    const [code] = examplesOf(read('SKILL.md'));
    expect((await run(code)).outputs).toEqual({ changed: true });
  });

  it('leave nothing out', () => {
    expect(documentGaps(new URL('../', import.meta.url), pack, limits)).toEqual([]);
  });
});
